import { createReadStream, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { aPicture } from "../../builders/images";
import { type ClientCall, success } from "./place";

export const organization: readonly ClientCall[] = [
  {
    call: "emojis.retrieve",
    request: "GET /realm/emoji",
    answers: "The organization's custom emoji, by id",
    prove: async ({ ben, owner }) => {
      const folder = mkdtempSync(join(tmpdir(), "parley-emoji-"));
      const file = join(folder, "parley.png");
      writeFileSync(file, await aPicture());
      await owner.callEndpoint("/realm/emoji/parley", "POST", { file: createReadStream(file) });
      rmSync(folder, { recursive: true });
      expect(await ben.emojis.retrieve()).toMatchObject({ emoji: { 1: { name: "parley", author_id: 1 } } });
    },
  },
  {
    call: "filters.retrieve",
    request: "GET /realm/filters",
    answers: "405: Zulip's servers no longer have it; `GET /realm/linkifiers` replaces it",
    prove: async ({ ben }) => {
      const refusal = { result: "error", msg: "Method Not Allowed", allowed_methods: ["POST"] };
      expect(await ben.filters.retrieve()).toMatchObject(refusal);
    },
  },
  {
    call: "server.settings",
    request: "GET /server_settings",
    answers: "What a client needs to know before logging in",
    prove: async ({ ben, url }) =>
      expect(await ben.server.settings()).toMatchObject({
        realm_uri: url,
        realm_name: "Example",
        authentication_methods: { password: true },
      }),
  },
  {
    call: "callEndpoint",
    request: "any",
    answers: "Any endpoint, with or without a leading slash; a file is a stream among the parameters",
    prove: async ({ ben, benId }) => {
      expect(await ben.callEndpoint("users/me")).toMatchObject({ user_id: benId });
      const made = await ben.callEndpoint("/saved_snippets", "POST", { title: "t", content: "c" });
      const id = made.saved_snippet_id;
      expect(await ben.callEndpoint(`/saved_snippets/${id}`, "PATCH", { title: "u" })).toEqual(success);
      expect(await ben.callEndpoint("/saved_snippets")).toMatchObject({
        saved_snippets: [{ id, title: "u", content: "c" }],
      });
      await ben.callEndpoint(`/saved_snippets/${id}`, "DELETE");
      expect(await ben.callEndpoint("/saved_snippets")).toMatchObject({ saved_snippets: [] });
    },
  },
];
