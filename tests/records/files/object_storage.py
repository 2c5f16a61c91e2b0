"""Object storage: a real server in this process, which other processes can reach too."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

__all__ = ["BUCKET", "storage"]

BUCKET = "s3://bucket"


@contextmanager
def storage() -> Iterator[str]:
    """Start the server and yield the address of an empty bucket; its settings are in the environment."""
    from moto.server import ThreadedMotoServer
    from s3fs import S3FileSystem

    server = ThreadedMotoServer("127.0.0.1", 0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    settings = {
        "AWS_ENDPOINT_URL": f"http://{host}:{port}",
        "AWS_ACCESS_KEY_ID": "key",
        "AWS_SECRET_ACCESS_KEY": "secret",
        "AWS_DEFAULT_REGION": "us-east-1",
    }
    with patch.dict(os.environ, settings):
        S3FileSystem.clear_instance_cache()
        try:
            S3FileSystem().mkdir(BUCKET)
            yield BUCKET
        finally:
            S3FileSystem.clear_instance_cache()
            server.stop()
