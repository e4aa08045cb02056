"""nginx as a plain proxy in front of one service: the yardstick for the gateway."""

import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

CONFIGURATION = """
worker_processes 1; daemon off; pid {scratch}/nginx.pid; error_log {scratch}/nginx.log;
events {{ worker_connections 1024; }}
http {{
  access_log off;
  client_body_temp_path {scratch}/body; proxy_temp_path {scratch}/proxy; fastcgi_temp_path {scratch}/fastcgi;
  uwsgi_temp_path {scratch}/uwsgi; scgi_temp_path {scratch}/scgi;
  upstream service {{ server {upstream}; keepalive 64; }}
  server {{
    listen 127.0.0.1:{port};
    location / {{ proxy_pass http://service; proxy_http_version 1.1; proxy_set_header Connection ""; }}
  }}
}}
"""


@contextmanager
def nginx_before(upstream_url: str, scratch: Path) -> Iterator[str]:
    """Start nginx on a free port before `upstream_url`; give its address; stop it afterwards."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    scratch.mkdir(parents=True, exist_ok=True)
    scratch.chmod(0o755)
    configuration = scratch / "nginx.conf"
    configuration.write_text(
        CONFIGURATION.format(scratch=scratch, upstream=upstream_url.removeprefix("http://"), port=port)
    )
    program = shutil.which("nginx") or "/usr/sbin/nginx"
    process = subprocess.Popen([program, "-c", str(configuration), "-p", str(scratch)])
    try:
        wait_for(port)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(10)


def wait_for(port: int, seconds: float = 10.0) -> None:
    """Return once the port answers; raise TimeoutError when it never does."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise TimeoutError(f"nothing answers on port {port}")
