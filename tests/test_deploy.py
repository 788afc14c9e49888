"""What is in deploy/ cannot be run here; what can be known without that is checked."""

import configparser
import re
import shlex
import tomllib
from pathlib import Path
from typing import Any

import pytest
import typer.main
import yaml  # type: ignore[import-untyped]

from templetop.cli.app import app

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
INSTRUCTIONS = {
    "ADD", "ARG", "CMD", "COPY", "ENTRYPOINT", "ENV", "EXPOSE", "FROM", "HEALTHCHECK", "LABEL",
    "ONBUILD", "RUN", "SHELL", "STOPSIGNAL", "USER", "VOLUME", "WORKDIR",
}  # fmt: skip


def options_of(command: str) -> set[str]:
    """Those that `templetop` knows there."""
    commands: Any = typer.main.get_command(app)
    known = commands.commands[command].params
    return {word for option in known for word in (*option.opts, *option.secondary_opts)}


def check_command(words: list[str]) -> None:
    command, *rest = words
    used = {word.partition("=")[0] for word in rest if word.startswith("--")}
    assert used
    assert used <= options_of(command)


def test_who_installs_the_web_table_gets_the_physics_of_the_marbles() -> None:
    """As the unit and the README install it; without it, Vul-Kar has only its odds."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"][
        "optional-dependencies"
    ]
    assert "templetop[marbles]" in extras["web"]
    assert any(package.startswith("mujoco") for package in extras["marbles"])
    assert "mujoco" in (ROOT / "locks" / "play.txt").read_text("utf-8")


@pytest.mark.parametrize("file", ["Dockerfile", "compose.yaml", "templetop.service"])
def test_each_says_at_its_top_that_it_is_untested(file: str) -> None:
    assert (DEPLOY / file).read_text(encoding="utf-8").startswith("# Untested here")


def instructions() -> list[tuple[str, str]]:
    text = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    joined = re.sub(r"\\\n\s*", " ", "\n".join(lines)).splitlines()
    parts = [line.partition(" ") for line in joined if line.strip()]
    return [(name, about.strip()) for name, _, about in parts]


def test_the_dockerfile_consists_of_instructions() -> None:
    found = instructions()
    assert {name for name, _ in found} <= INSTRUCTIONS
    assert found[0][0] == "FROM"
    assert all(about for _, about in found)
    assert [about for name, about in found if name == "USER"] == ["templetop"]


def test_what_the_dockerfile_copies_is_there() -> None:
    stages = {about.split(" AS ")[1] for name, about in instructions() if " AS " in about}
    for name, about in instructions():
        if name == "COPY" and "--from" not in about:
            *sources, _ = about.split()
            assert all((ROOT / source).exists() for source in sources), about
        elif name == "COPY":
            assert about.split()[0].removeprefix("--from=") in stages


def test_what_the_dockerfile_starts_is_a_command() -> None:
    [start] = [yaml.safe_load(about) for name, about in instructions() if name == "CMD"]
    assert [about for name, about in instructions() if name == "ENTRYPOINT"] == ['["templetop"]']
    check_command(start)


def test_the_parts_of_the_compose_file_fit_together() -> None:
    told = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    services, ours = told["services"], told["services"]["templetop"]
    assert {*services} == {"templetop", "postgresql", "redis"}
    assert {*ours["depends_on"]} <= {*services}
    check_command(ours["command"])
    assert (DEPLOY / ours["build"]["context"] / ours["build"]["dockerfile"]).is_file()
    addresses = [ours["environment"][name] for name in ("TEMPLETOP_STORE", "TEMPLETOP_REDIS")]
    hosts = [re.search(r"(?://|@)(\w+)(?:/\w+)?$", address) for address in addresses]
    assert [host and host[1] for host in hosts] == ["postgresql", "redis"]
    mounted = [volume for one in services.values() for volume in one.get("volumes", [])]
    assert {volume.partition(":")[0] for volume in mounted} == {*told["volumes"]}
    assert all(port.startswith("127.0.0.1:") for port in ours["ports"])  # the proxy is for others
    assert all("ports" not in services[name] for name in ("postgresql", "redis"))


def test_no_password_is_in_the_compose_file() -> None:
    text = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
    secrets = re.findall(r"(?:PASSWORD|TOKEN): (.+)", text)
    assert secrets
    assert all(secret.startswith("${") for secret in secrets)


def test_the_unit_has_its_sections_and_starts_a_command() -> None:
    unit = configparser.ConfigParser(interpolation=None, delimiters=["="], strict=False)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read(DEPLOY / "templetop.service", encoding="utf-8")
    assert unit.sections() == ["Unit", "Service", "Install"]
    program, *words = shlex.split(unit["Service"]["ExecStart"])
    assert program.endswith("/templetop")
    check_command(words)
    assert unit["Service"]["User"] == "templetop"
    assert unit["Install"]["WantedBy"] == "multi-user.target"


def test_the_page_of_operation_names_what_there_is() -> None:
    """Every option in it is one, and every limit is in its tables with its number."""
    from templetop.server.core.settings import RateLimitSettings, RetentionSettings

    page = (ROOT / "docs" / "operation.md").read_text(encoding="utf-8")
    for line in re.findall(r"templetop serve ([^`…\n]*)", page):
        if "--" in line and "--help" not in line:
            check_command(["serve", *shlex.split(line)])
    for number in (RateLimitSettings(), RetentionSettings()):
        for name, value in vars(number).items():
            assert f"| `{name.replace('_', '-')}` | {value:g} |" in page, name


def test_every_metric_is_on_the_page_of_operation() -> None:
    source = (ROOT / "templetop" / "server" / "operations" / "metrics.py").read_text(
        encoding="utf-8"
    )
    page = (ROOT / "docs" / "operation.md").read_text(encoding="utf-8")
    names = re.findall(r'Metric\(\s*"(\w+)"', source)
    assert len(names) > 12
    assert not [name for name in names if f"templetop_{name}" not in page]
