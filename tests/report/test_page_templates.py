from __future__ import annotations

import pytest
from jinja2 import Environment, PackageLoader, UndefinedError

from harmonies_cli.report.page_templates import markup, name_markup, page_file, template

NAMES = Environment(loader=PackageLoader("harmonies_cli.report"), autoescape=True).list_templates(extensions=["html"])


def shown(text: str) -> str:
    return template("page.html").environment.from_string("<p>{{ text }}</p>").render(text=text)


def test_a_text_is_escaped_without_being_asked() -> None:
    assert shown("<b>&\"'") == "<p>&lt;b&gt;&amp;&#34;&#39;</p>"


@pytest.mark.parametrize(
    ("text", "safe"),
    [
        ("a\x1b[2J", "a\ufffd[2J"),
        ("a\u202eb", "a\ufffdb"),
        ("a\ud800", "a\ufffd"),
        (" a\r\n\tb ", " a b "),
        ("a\u2028b", "a b"),
        ("שלום 🦊", "שלום 🦊"),
    ],
)
def test_a_text_is_printable_without_being_asked(text: str, safe: str) -> None:
    assert shown(text) == f"<p>{safe}</p>"


def test_markup_stays_as_it_is() -> None:
    assert shown(markup("<b>\n</b>")) == "<p><b>\n</b></p>"


def test_a_name_is_escaped_and_isolated() -> None:
    assert name_markup("<i>\u202eAnn\n") == "<bdi>&lt;i&gt;\ufffdAnn</bdi>"


def test_a_value_that_is_missing_is_an_error() -> None:
    with pytest.raises(UndefinedError):
        template("page.html").environment.from_string("{{ missing }}").render()


def test_every_template_compiles() -> None:
    assert {"notebook.html", "page.html", "replay/page.html", "scoresheets/sheet.html"} <= set(NAMES)
    for name in NAMES:
        template(name)


def test_a_pages_policy_allows_no_address() -> None:
    head = str(template("page.html").make_module().head("Title", markup("p {}"), "; script-src 'sha256-x'"))  # type: ignore[attr-defined]
    policy = "default-src 'none'; style-src 'unsafe-inline'; script-src &#39;sha256-x&#39;"
    assert f'content="{policy}"' in head
    assert "http:" not in head and "https:" not in head


def test_style_sheets_are_markup() -> None:
    assert ".pad" in page_file("page.css")
    assert hasattr(page_file("page.css"), "__html__")
