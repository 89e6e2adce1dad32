import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ApiError, api } from "../../src/lib/net/api";
import { useAccount } from "../../src/lib/net/keys.svelte";

const asked = vi.fn<(address: string, request: RequestInit) => Promise<Response>>();

function answer(status: number, body: unknown, headers: Record<string, string> = {}): void {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  asked.mockResolvedValueOnce(new Response(status === 204 ? null : text, { status, headers }));
}

function request(): { address: string; init: RequestInit; headers: Record<string, string> } {
  const [address, init] = asked.mock.calls.at(-1) ?? ["", {}];
  return { address, init, headers: init.headers as Record<string, string> };
}

async function failure(work: Promise<unknown>): Promise<ApiError> {
  const error = await work.then(
    () => undefined,
    (one: unknown) => one,
  );
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
}

beforeEach(() => vi.stubGlobal("fetch", asked));
afterEach(() => {
  asked.mockReset();
  useAccount("", "");
});

describe("a request", () => {
  test("carries the token of the seat, and only it", async () => {
    useAccount("Anna", "session-of-anna");
    answer(200, { table: {}, seq: 0 });
    await api.position("abcdefghij", "token-of-seat");
    expect(request().address).toBe("/api/tables/abcdefghij");
    expect(request().headers.authorization).toBe("Bearer token-of-seat");
  });

  test("without a token is made by the account, if there is one", async () => {
    answer(200, []);
    await api.games();
    expect(request().headers.authorization).toBeUndefined();
    useAccount("Anna", "session-of-anna");
    answer(200, []);
    await api.mine();
    expect(request().headers.authorization).toBe("Bearer session-of-anna");
  });

  test("leaves out parameters that are not given", async () => {
    answer(200, []);
    await api.tables();
    expect(request().address).toBe("/api/tables");
    answer(200, []);
    await api.tables("live", "ccn");
    expect(request().address).toBe("/api/tables?state=live&game=ccn");
  });

  test("escapes what stands in its path", async () => {
    answer(200, {});
    await api.rules("../tables");
    expect(request().address).toBe("/api/games/..%2Ftables/rules");
  });

  test("sends JSON as JSON and a save as bytes", async () => {
    answer(201, { table: "t" });
    await api.join("abcdefghij", { name: "Jonas", nonce: "00" });
    expect(request().headers["content-type"]).toBe("application/json");
    expect(request().init.body).toBe('{"name":"Jonas","nonce":"00"}');
    answer(201, { table: "t" });
    await api.importSave(new Blob(["x"]), "a b.json");
    expect(request().headers["content-type"]).toBe("application/octet-stream");
    expect(request().address).toBe("/api/tables/import?name=a+b.json");
  });

  test("may be answered by nothing", async () => {
    answer(204, "");
    expect(await api.logout()).toBeUndefined();
  });

  test("for a file gives its name and contents", async () => {
    answer(200, "save", { "content-disposition": 'attachment; filename="rolica.json"' });
    const file = await api.exportSave("abcdefghij", "token");
    expect(file.name).toBe("rolica.json");
    expect(await file.content.text()).toBe("save");
  });
});

describe("an error", () => {
  test("of the server says why", async () => {
    answer(409, { code: "stale", text: { id: "server.stale", args: {} }, violations: [] });
    const error = await failure(api.games());
    expect(error.status).toBe(409);
    expect(error.trouble.code).toBe("stale");
    expect(error.trouble.text.id).toBe("server.stale");
  });

  test.each(["<html>bad gateway</html>", "null", "[]", '{"code": "x"}'])(
    "with the body %s gives its status",
    async (body) => {
      answer(502, body);
      const error = await failure(api.games());
      expect(error.trouble).toEqual({
        code: "unknown",
        text: { id: "shell.trouble", args: { status: 502 } },
      });
    },
  );

  test("without a server says that it cannot be reached", async () => {
    asked.mockRejectedValueOnce(new TypeError("failed to fetch"));
    const error = await failure(api.games());
    expect(error.status).toBe(0);
    expect(error.trouble.text.id).toBe("shell.offline");
  });

  test("of patience is told apart", async () => {
    asked.mockRejectedValueOnce(new DOMException("late", "TimeoutError"));
    expect((await failure(api.games())).trouble.text.id).toBe("shell.slow");
  });
});
