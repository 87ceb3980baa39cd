import { pipe } from "fp-ts/function";
import * as TE from "fp-ts/TaskEither";
import { addSnippet } from "../../../../application/snippets/add-snippet";
import { listSnippets } from "../../../../application/snippets/list-snippets";
import { removeSnippet } from "../../../../application/snippets/remove-snippet";
import { updateSnippet } from "../../../../application/snippets/update-snippet";
import { snippetId } from "../../../zulip-wire/codecs/named-parameters";
import { optional, required } from "../../../zulip-wire/codecs/parameter";
import { text } from "../../../zulip-wire/codecs/wire-type";
import { encodeSnippet } from "../../../zulip-wire/encode/user-data";
import { done, endpoint } from "../../declaration/endpoint";

const snippetPath = { saved_snippet_id: required(snippetId) };

const listSnippetsEndpoint = endpoint({
  method: "get",
  at: "/saved_snippets",
  caller: "user",
  summary: "List the caller's saved snippets",
  path: {},
  params: {},
  response: { saved_snippets: { type: "array", items: { type: "object" } } },
  use: listSnippets,
  run: (listSnippets, { caller }) =>
    pipe(
      listSnippets(caller),
      TE.map((snippets) => ({ saved_snippets: snippets.map(encodeSnippet) })),
    ),
});

const addSnippetEndpoint = endpoint({
  method: "post",
  at: "/saved_snippets",
  caller: "user",
  summary: "Save a snippet",
  path: {},
  params: { title: required(text), content: required(text) },
  response: { saved_snippet_id: { type: "integer" } },
  use: addSnippet,
  run: (addSnippet, { caller }, { title, content }) =>
    pipe(
      addSnippet(caller, { title, content }),
      TE.map((id) => ({ saved_snippet_id: id })),
    ),
});

const updateSnippetEndpoint = endpoint({
  method: "patch",
  at: "/saved_snippets/{saved_snippet_id}",
  caller: "user",
  summary: "Change a saved snippet",
  path: snippetPath,
  params: { title: optional(text), content: optional(text) },
  response: {},
  use: updateSnippet,
  run: (updateSnippet, { caller }, { saved_snippet_id, title, content }) =>
    done(updateSnippet(caller, saved_snippet_id, { title, content })),
});

const removeSnippetEndpoint = endpoint({
  method: "delete",
  at: "/saved_snippets/{saved_snippet_id}",
  caller: "user",
  summary: "Remove a saved snippet",
  path: snippetPath,
  params: {},
  response: {},
  use: removeSnippet,
  run: (removeSnippet, { caller }, { saved_snippet_id }) => done(removeSnippet(caller, saved_snippet_id)),
});

export const snippetEndpoints = [
  listSnippetsEndpoint,
  addSnippetEndpoint,
  updateSnippetEndpoint,
  removeSnippetEndpoint,
];
