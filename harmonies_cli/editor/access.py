"""Access to the editor's server: for this machine's browser, or with ``--phone`` a device on the local network."""

from __future__ import annotations

import hmac
import secrets
import socket
import time
from email.message import Message
from http import HTTPStatus
from threading import Lock

from harmonies_cli.errors import UsageError

__all__ = ["Access", "NotAdmittedError", "RefusedError", "network_address"]

LOOPBACK = "127.0.0.1"
_SECRET_BYTES = 16  # 128 bits
_LEAVES_AFTER = 120.0


class RefusedError(Exception):
    """A request that is not served.

    Parameters
    ----------
    status
        Status of the answer.
    message
        Text of the answer.
    """

    def __init__(self, status: HTTPStatus, message: str) -> None:
        super().__init__(message)
        self.status = status


class NotAdmittedError(RefusedError):
    """A request from somebody who has no access to the server."""


class Access:
    """Decides which requests are served.

    Parameters
    ----------
    host
        The address to listen on: the loopback address, or this machine's on the local network.
    devices
        How many network devices can use the editor at a time; a device silent for two minutes loses its place.

    Attributes
    ----------
    token
        The secret in the page's address, 128 bits.
    is_open_to_network
        Whether other devices can reach the server. Anyone without the secret then gets no answer.
    """

    def __init__(self, host: str = LOOPBACK, devices: int = 1) -> None:
        self.host = host
        self.token = secrets.token_urlsafe(_SECRET_BYTES)
        self.is_open_to_network = host != LOOPBACK
        self._devices = devices
        self._last_asked: dict[str, float] = {}
        self._lock = Lock()

    def admit(self, path: str, headers: Message, port: int, device: str, *, may_lack_origin: bool) -> str:
        """Return the name that a request asks for, if it comes from the editor's own page.

        Parameters
        ----------
        path
            The path of the request.
        headers
            Its headers.
        port
            The server's port.
        device
            Network address of the device.
        may_lack_origin
            Whether the request needs no Origin: browsers send none with a GET.

        Raises
        ------
        NotAdmittedError
            If the host, the secret or the origin is wrong.
        RefusedError
            If other devices have taken all places.
        """
        names = (self.host,) if self.is_open_to_network else (self.host, "localhost")
        hosts = headers.get_all("Host", [])
        if len(hosts) != 1 or hosts[0].lower() not in [f"{name}:{port}" for name in names]:
            raise NotAdmittedError(HTTPStatus.FORBIDDEN, "this address is not served here")
        token, slash, name = path.partition("?")[0].removeprefix("/").partition("/")
        if not slash or not hmac.compare_digest(token.encode("utf-8", "replace"), self.token.encode()):
            raise NotAdmittedError(HTTPStatus.NOT_FOUND, "there is no such page")
        origins = headers.get_all("Origin", [])
        if origins != [f"http://{hosts[0].lower()}"] and not (may_lack_origin and not origins):
            raise NotAdmittedError(HTTPStatus.FORBIDDEN, "other pages have no access")
        if self.is_open_to_network and not self._has_place(device):
            raise RefusedError(
                HTTPStatus.FORBIDDEN, "another device is using the editor: close it there, or allow more with --devices"
            )
        return name

    def _has_place(self, device: str) -> bool:
        now = time.monotonic()
        with self._lock:
            here = {each for each, asked in self._last_asked.items() if now - asked < _LEAVES_AFTER}
            if device not in here and len(here) >= self._devices:
                return False
            self._last_asked = {each: self._last_asked[each] for each in here} | {device: now}
            return True


def network_address() -> str:
    """Return this machine's address on the local network.

    Raises
    ------
    UsageError
        If it is on no network.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address of no machine; nothing is sent, the system only picks a route
            address = str(probe.getsockname()[0])
        except OSError:
            address = LOOPBACK
    if address.startswith("127."):
        raise UsageError("this machine is on no network that a phone could reach: leave out --phone")
    return address
