import { beforeEach, describe, expect, test, vi } from "vitest";

class FakeStorage {
  items = new Map<string, string>();
  getItem(key: string): string | null {
    return this.items.get(key) ?? null;
  }
  setItem(key: string, value: string): void {
    this.items.set(key, value);
  }
}

let storage: FakeStorage;

/** Load the module as a new page would. */
async function freshKeys() {
  vi.resetModules();
  return import("../../src/lib/net/keys.svelte");
}

function key(table: string, seat = "french", token = `token-of-${table}-${seat}`, at = 1) {
  return { table, seat, token, at };
}

beforeEach(() => {
  storage = new FakeStorage();
  vi.stubGlobal("localStorage", storage);
});

describe("the keys of a browser", () => {
  test("are there again on the next page, the newest first", async () => {
    const first = await freshKeys();
    first.remember(key("aaa"));
    first.remember(key("bbb"));
    const next = await freshKeys();
    expect(next.keys.map((one) => one.table)).toEqual(["bbb", "aaa"]);
  });

  test("hold one for each seat of a table", async () => {
    const { keys, remember } = await freshKeys();
    remember(key("aaa", "french", "old"));
    remember(key("aaa", "allied"));
    remember(key("aaa", "french", "new"));
    expect(keys.map((one) => [one.seat, one.token])).toEqual([
      ["french", "new"],
      ["allied", "token-of-aaa-allied"],
    ]);
  });

  test("are found by the invitation they were given for, also after the table was opened", async () => {
    const first = await freshKeys();
    first.remember({ ...key("aaa", "french", "own"), link: "invitation" });
    first.remember(key("aaa", "french", "own"));
    const next = await freshKeys();
    expect(next.ownToken("aaa", "invitation")).toBe("own");
    expect(next.ownToken("bbb", "invitation")).toBe("invitation");
    expect(next.ownToken("aaa", "another")).toBe("another");
  });

  test("are asked for with a secret that stays the same", async () => {
    const first = await freshKeys();
    const secret = first.ownSecret();
    expect(secret).toMatch(/^[\w-]{22,64}$/);
    expect(first.ownSecret()).toBe(secret);
    expect((await freshKeys()).ownSecret()).toBe(secret);
    vi.stubGlobal("localStorage", undefined);
    const forgetful = await freshKeys();
    expect(forgetful.ownSecret()).not.toBe(secret);
    expect(forgetful.ownSecret()).toBe(forgetful.ownSecret());
  });

  test("of a table can be thrown away", async () => {
    const { forget, keys, remember } = await freshKeys();
    remember(key("aaa"));
    remember(key("bbb"));
    forget("aaa");
    expect(keys.map((one) => one.table)).toEqual(["bbb"]);
    expect((await freshKeys()).keys).toHaveLength(1);
  });

  test("never become more than the server takes at once", async () => {
    const { keys, remember } = await freshKeys();
    for (let n = 0; n < 230; n += 1) remember(key(`t${n}`));
    expect(keys).toHaveLength(200);
    expect(keys[0]?.table).toBe("t229");
  });

  test.each(["{", "7", '[{"table": 3}]', '{"a": 1}', "null"])("are none if %s was kept", async (text) => {
    storage.setItem("walstatt.keys", text);
    expect((await freshKeys()).keys).toEqual([]);
  });

  test("find a seat's key before a spectator's", async () => {
    const { keyFor, remember } = await freshKeys();
    remember(key("aaa", "french"));
    remember(key("aaa", ""));
    expect(keyFor("aaa")?.seat).toBe("french");
    expect(keyFor("bbb")).toBeUndefined();
  });

  test("work in a browser that keeps nothing", async () => {
    vi.stubGlobal("localStorage", {
      getItem: () => {
        throw new Error("denied");
      },
      setItem: () => {
        throw new Error("denied");
      },
    });
    const { keys, remember } = await freshKeys();
    remember(key("aaa"));
    expect(keys).toHaveLength(1);
  });
});

test("the links a host can give away are found again, the newest for each table", async () => {
  const { rememberLinks } = await freshKeys();
  rememberLinks({ table: "aaa", seats: { allied: "old" }, watch: "w" });
  rememberLinks({ table: "bbb", seats: {}, watch: "w" });
  rememberLinks({ table: "aaa", seats: { allied: "new" }, watch: "w" });
  const { linksOf } = await freshKeys();
  expect(linksOf("aaa")?.seats).toEqual({ allied: "new" });
  expect(linksOf("ccc")).toBeUndefined();
  storage.setItem("walstatt.links", '[{"table": 1}, null]');
  expect(linksOf("aaa")).toBeUndefined();
});

test("the account is remembered, and forgotten when one logs out", async () => {
  const { useAccount } = await freshKeys();
  useAccount("Anna", "secret-session");
  expect({ ...(await freshKeys()).account }).toEqual({ name: "Anna", session: "secret-session" });
  useAccount("", "");
  expect((await freshKeys()).account.session).toBe("");
});

test("a share in the dice is 64 hexadecimal digits, and never twice the same", async () => {
  const { nonce } = await freshKeys();
  const some = Array.from({ length: 50 }, nonce);
  expect(some.every((one) => /^[0-9a-f]{64}$/.test(one))).toBe(true);
  expect(new Set(some).size).toBe(50);
});
