import msgspec
import pytest

from harmonies_cli.records.outcome import ScoredRecord
from harmonies_cli.report.formats import FORMATS, Extras, Options, writer
from tests.report.scoresheets.scored_cases import CASES, DATA, REPORTS, STREAMED, written


@pytest.mark.parametrize("name", REPORTS)
def test_a_report_is_the_stored_one(name: str) -> None:
    form, options, cases = REPORTS[name]
    assert written(form, options, cases).decode() == (DATA / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("form", STREAMED)
def test_every_format_is_complete_without_records(form: str) -> None:
    text = written(form, Options(), []).decode()
    expected = {
        "text": "",
        "jsonl": "",
        "json": '{"records": [\n]}\n',
        "markdown": "# Harmonies scoresheets\n",
        "csv": "source,line,id,side,player,name,trees,mountains,fields,buildings,water,landscapes,animals,spirit,total,"
        "rank,winner,suns,problems,finished,not_final\n",
    }
    if form == "html":
        assert "<p>No records.</p>" in text and text.endswith("</html>\n")
    else:
        assert text == expected[form]


@pytest.mark.parametrize("form", STREAMED)
def test_a_record_is_written_when_it_comes(form: str) -> None:
    pieces: list[bytes] = []
    out = writer(form, pieces.append)
    out.begin()
    before = len(pieces)
    out.add(CASES[0].record)
    assert b"Pauline" in b"".join(pieces[before:])


@pytest.mark.parametrize("form", FORMATS)
def test_only_the_page_asks_for_the_drawing(form: str) -> None:
    asked: list[bool] = []

    def drawing() -> str:
        asked.append(True)
        return "<svg></svg>\n"

    out = writer(form, lambda _: None)
    out.begin()
    out.add(CASES[0].record, extras=Extras(drawing))
    assert bool(asked) == (form == "html")


@pytest.mark.parametrize("form", STREAMED)
def test_undecodable_file_names_do_not_stop_the_output(form: str) -> None:
    pieces: list[bytes] = []
    out = writer(form, pieces.append)
    out.begin()
    out.add(ScoredRecord(source="caf\udce9.json"))
    out.end()
    assert "caf" in b"".join(pieces).decode()


def test_the_cases_cover_everything_that_reports_distinguish() -> None:
    sheets = [sheet for case in CASES for sheet in case.record.players]
    assert {len(case.record.players) for case in CASES} == {0, 1, 2, 3, 4}
    assert any(sheet.other_rules for sheet in sheets)
    assert any(sheet.cards is None for sheet in sheets)
    assert any(sheet.suns is not None for sheet in sheets)
    assert {case.record.kind for case in CASES} == {"position", "game", None}
    assert all(msgspec.json.decode(msgspec.json.encode(case), type=type(case)) == case for case in CASES)
