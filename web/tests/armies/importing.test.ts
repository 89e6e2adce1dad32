import { expect, test } from "vitest";
import { bring, MOST_BYTES } from "../../src/lib/armies/importing";

function file(name: string, content: string | Uint8Array, size?: number) {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  return { name, size: size ?? bytes.length, arrayBuffer: async () => bytes.buffer as ArrayBuffer };
}

test("every file is read or told why not, and none keeps the others from being read", async () => {
  const seen: string[] = [];
  const read = async (game: string, text: string, name: string) => {
    seen.push(`${game}/${name}`);
    if (text === "bad") throw new Error("no army");
    return { army: { name: text } };
  };
  const found = await bring(
    "idg",
    [
      file("good.yaml", "Käthe"),
      file("bad.yaml", "bad"),
      file("huge.yaml", "x", MOST_BYTES + 1),
      file("picture.png", new Uint8Array([0x89, 0x50, 0xff, 0xfe])),
      file("last.yaml", "z"),
    ],
    read,
  );
  expect(found[0]).toEqual({ file: "good.yaml", army: { name: "Käthe" } });
  expect(found[1]).toMatchObject({ file: "bad.yaml", error: new Error("no army") });
  expect(found[2]).toEqual({ file: "huge.yaml", large: true });
  expect(found[3]).toEqual({ file: "picture.png", unread: true });
  expect(found[4]).toEqual({ file: "last.yaml", army: { name: "z" } });
  expect(seen).toEqual(["idg/good.yaml", "idg/bad.yaml", "idg/last.yaml"]);
});

test("a file of just the largest size is read", async () => {
  const read = async () => ({ army: {} });
  expect(await bring("idg", [file("a", "x", MOST_BYTES)], read)).toEqual([{ file: "a", army: {} }]);
});
