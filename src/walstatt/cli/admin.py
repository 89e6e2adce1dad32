"""`walstatt admin`: every command of the administrator with its parameters."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated, Final, Literal, TypeAlias

from cyclopts import App

from walstatt.cli.commands import Json
from walstatt.cli.describing import about, examples

_examples = partial(examples, "walstatt admin")

Data: TypeAlias = Annotated[
    Path | None,
    about("The data file; without it WALSTATT_DATA says, or it is in the user's data folder."),
]
TableName: TypeAlias = Annotated[
    str, about("The id of a table; `walstatt admin tables` lists them.")
]
Name: TypeAlias = Annotated[str, about("The name of an account.")]
File: TypeAlias = Annotated[Path, about("The file to write.")]
Force: TypeAlias = Annotated[bool, about("Write over a file that exists.")]
Yes: TypeAlias = Annotated[bool, about("Really do it; there is no way back.")]

admin: Final = App(
    name="admin",
    help="Look after the data of a server: tables, accounts, chat, backups. Works while it runs.",
    help_epilogue=_examples("tables", "check", "backup copy.sqlite3"),
)


@admin.command(help_epilogue=_examples("tables", "tables --state frozen --json"))
def tables(
    *,
    state: Annotated[
        Literal["waiting", "live", "finished", "frozen"] | None, about("Only those in this state.")
    ] = None,
    json: Json = False,
    data: Data = None,
) -> None:
    """List the tables, the latest first."""
    from walstatt.cli.admin_tables import list_tables

    list_tables(data, state, as_json=json)


@admin.command(help_epilogue=_examples("show k4w2h7mzq5", "show k4w2h7mzq5 --json"))
def show(table: TableName, /, *, json: Json = False, data: Data = None) -> None:
    """Tell all about a table but its hidden cards."""
    from walstatt.cli.admin_tables import show_table

    show_table(data, table, as_json=json)


@admin.command(help_epilogue=_examples("export k4w2h7mzq5 game.save"))
def export(table: TableName, file: File, /, *, force: Force = False, data: Data = None) -> None:
    """Write a game as a complete save, hands and dice included."""
    from walstatt.cli.admin_tables import export_table

    export_table(data, table, file, force=force)


@admin.command(help_epilogue=_examples("report k4w2h7mzq5 report.json"))
def report(table: TableName, file: File, /, *, force: Force = False, data: Data = None) -> None:
    """Write all that is known about the fault of a frozen table, to be sent to the developers."""
    from walstatt.cli.admin_tables import report_table

    report_table(data, table, file, force=force)


@admin.command(help_epilogue=_examples("thaw k4w2h7mzq5"))
def thaw(table: TableName, /, *, data: Data = None) -> None:
    """Let a frozen table go on, if its log can be played again without a fault."""
    from walstatt.cli.admin_tables import thaw_table

    thaw_table(data, table)


@admin.command(help_epilogue=_examples("close k4w2h7mzq5"))
def close(table: TableName, /, *, data: Data = None) -> None:
    """End a game without a winner; it can still be looked at."""
    from walstatt.cli.admin_tables import close_table

    close_table(data, table)


@admin.command(help_epilogue=_examples("delete k4w2h7mzq5 --yes"))
def delete(table: TableName, /, *, yes: Yes = False, data: Data = None) -> None:
    """Delete a table with its log, its keys and its chat."""
    from walstatt.cli.admin_tables import delete_table

    delete_table(data, table, sure=yes)


@admin.command(
    name="new-link",
    help_epilogue=_examples(
        "new-link k4w2h7mzq5 french", "new-link k4w2h7mzq5 host --url https://games.example"
    ),
)
def new_link(
    table: TableName,
    seat: Annotated[str, about("A seat of the table, or host, or watch.")],
    /,
    *,
    url: Annotated[
        str | None, about("Where people reach the server; without it as the server would say.")
    ] = None,
    data: Data = None,
) -> None:
    """Print a fresh secret link to a seat; the links there were before no longer open it."""
    from walstatt.cli.admin_tables import print_new_link

    print_new_link(data, table, seat, url)


@admin.command(help_epilogue=_examples("chat k4w2h7mzq5", "chat k4w2h7mzq5 --remove 12"))
def chat(
    table: TableName,
    /,
    *,
    remove: Annotated[int | None, about("Remove the line with this number.")] = None,
    json: Json = False,
    data: Data = None,
) -> None:
    """Print the chat of a table, or remove a line of it."""
    from walstatt.cli.admin_tables import print_chat, remove_line

    if remove is None:
        print_chat(data, table, as_json=json)
    else:
        remove_line(data, table, remove)


@admin.command(help_epilogue=_examples("accounts", "accounts --json"))
def accounts(*, json: Json = False, data: Data = None) -> None:
    """List the accounts."""
    from walstatt.cli.admin_house import list_accounts

    list_accounts(data, as_json=json)


@admin.command(name="set-password", help_epilogue=_examples("set-password Anna"))
def set_password(name: Name, /, *, data: Data = None) -> None:
    """Give an account another password, asked for or read from a pipe, and end its sessions."""
    from walstatt.cli.admin_house import ask_password

    ask_password(data, name)


@admin.command(name="delete-account", help_epilogue=_examples("delete-account Anna --yes"))
def delete_account(name: Name, /, *, yes: Yes = False, data: Data = None) -> None:
    """Delete an account; the games it has played remain."""
    from walstatt.cli.admin_house import delete_one_account

    delete_one_account(data, name, sure=yes)


@admin.command(help_epilogue=_examples("check", "check --json"))
def check(*, json: Json = False, data: Data = None) -> int:
    """Play every game again and verify all hashes; the exit code is 0 only if all is well."""
    from walstatt.cli.admin_house import check_all

    return check_all(data, as_json=json)


@admin.command(help_epilogue=_examples("backup copy.sqlite3"))
def backup(file: File, /, *, force: Force = False, data: Data = None) -> None:
    """Copy everything into another file, as it is at one moment."""
    from walstatt.cli.admin_house import back_up

    back_up(data, file, force=force)


@admin.command(help_epilogue=_examples("stats", "stats --json"))
def stats(*, json: Json = False, data: Data = None) -> None:
    """Count what there is."""
    from walstatt.cli.admin_house import print_stats

    print_stats(data, as_json=json)
