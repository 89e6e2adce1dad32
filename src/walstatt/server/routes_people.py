"""Accounts over HTTP; a session goes into the same header as any other key, never into a cookie."""

from litestar import delete, get, post, put
from litestar.params import JSONBody

from walstatt.server.accounts import key_of
from walstatt.server.protocol import Credentials, Keep, Me, Session, TableCard
from walstatt.server.routes_common import (
    BEARER,
    AnyRequest,
    Inside,
    LoggedIn,
    body_troubles,
    slowly,
    token_of,
    troubles,
)
from walstatt.server.troubles import too_fast


@post(
    "/accounts",
    guards=[slowly("accounts")],
    responses=body_troubles(403, 409, 422),
    tags=["people"],
)
async def register(house: Inside, data: JSONBody[Credentials]) -> Session:
    """Make an account and log in."""
    return await house.accounts.register(data)


@post(
    "/sessions",
    guards=[slowly("accounts")],
    responses=body_troubles(403),
    tags=["people"],
)
async def login(house: Inside, data: JSONBody[Credentials]) -> Session:
    """Log in; the token goes into the header `Authorization: Bearer`."""
    wait = house.rates.wait_name(key_of(data.name))
    if wait:
        raise too_fast(wait)
    return await house.accounts.login(data)


@delete("/sessions", security=BEARER, responses=troubles(401), tags=["people"])
async def logout(request: AnyRequest, house: Inside, account: LoggedIn) -> None:
    """Log out: the session's token is worth nothing any more."""
    await house.accounts.logout(token_of(request))


@get("/me", security=BEARER, responses=troubles(401, 404), tags=["people"])
async def read_me(house: Inside, account: LoggedIn) -> Me:
    """Tell somebody about his account."""
    return await house.accounts.me(account)


@put(
    "/me",
    security=BEARER,
    responses=body_troubles(401, 403, 404, 409, 422),
    tags=["people"],
)
async def change_me(house: Inside, account: LoggedIn, data: JSONBody[Me]) -> Me:
    """Change mail address and language of an account."""
    return await house.accounts.change(account, data)


@post(
    "/me/keep",
    status_code=200,
    security=BEARER,
    responses=body_troubles(401),
    tags=["people"],
)
async def keep_tables(house: Inside, account: LoggedIn, data: JSONBody[Keep]) -> list[TableCard]:
    """Keep the keys of tables with an account, and list all its tables."""
    return await house.tables.keep(account, data.tokens)


@get("/mine", security=BEARER, responses=troubles(401), tags=["people"])
async def list_mine(house: Inside, account: LoggedIn) -> list[TableCard]:
    """List the tables of an account."""
    return await house.tables.kept(account)
