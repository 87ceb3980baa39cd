import { map } from "fp-ts/TaskEither";
import {
  addSnippet,
  listSnippets,
  removeSnippet,
  updateSnippet,
} from "../../../application/snippets/keep-snippets";
import type { SavedSnippet } from "../../../domain/saved-snippet";
import { snippetId } from "../codecs/naming";
import { optional, required } from "../codecs/parameter";
import { text } from "../codecs/wire-type";
import { encodeSnippet } from "../encode/personal";
import { done, endpoint } from "../endpoint";

const snippetPath = { saved_snippet_id: required(snippetId) };

const listSnippetsEndpoint = endpoint({
  method: "get",
  at: "/saved_snippets",
  caller: "user",
  summary: "The caller's saved snippets",
  path: {},
  params: {},
  response: { saved_snippets: { type: "array", items: { type: "object" } } },
  use: listSnippets,
  run: (listSnippets, { caller }) =>
    map((snippets: readonly SavedSnippet[]) => ({ saved_snippets: snippets.map(encodeSnippet) }))(
      listSnippets(caller),
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
  run: (addSnippet, { caller }, wanted) =>
    map((id: number) => ({ saved_snippet_id: id }))(addSnippet(caller, wanted)),
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
