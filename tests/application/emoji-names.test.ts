import { loadGemoji } from "../../src/adapters/emoji/gemoji-catalog";
import { zulipNames } from "../../src/adapters/emoji/zulip-names";

test("each emoji has a name, and each name is one emoji's", async () => {
  const { namesByCode } = await loadGemoji();
  const { gemoji } = await import("gemoji");
  const names = Object.values(namesByCode);
  expect(names).toHaveLength(gemoji.length);
  expect(new Set(names.flat()).size).toBe(names.flat().length);
});

test("Zulip's names come first, and none is for an emoji that there isn't", async () => {
  const { namesByCode, codeOf } = await loadGemoji();
  for (const [code, names] of Object.entries(zulipNames)) {
    expect(namesByCode[code]?.slice(0, names.length)).toEqual(names);
    for (const name of names) expect(codeOf(name)).toBe(code);
  }
  expect(namesByCode["1f642"]).toEqual(["smile", "slightly_smiling_face"]);
  expect([codeOf("thumbs_up"), codeOf("tada")]).toEqual(["1f44d", "1f389"]);
});

test("an emoji is also called by what it shows", async () => {
  const { namesByCode, codeOf } = await loadGemoji();
  expect(namesByCode["1f1f2-1f1fa"]).toEqual(["flag_mauritius"]);
  const names = ["cross_mark_button", "flag_são_tomé_and_príncipe", "womans_hat"];
  expect(names.map(codeOf)).toEqual(["274e", "1f1f8-1f1f9", "1f452"]);
});
