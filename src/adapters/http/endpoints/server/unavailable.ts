import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import * as TE from "fp-ts/TaskEither";
import { listExportConsents } from "../../../../application/realm/list-export-consents";
import type { User } from "../../../../domain/users/user";
import { optional, required } from "../../../zulip-wire/codecs/parameter";
import { nat, text, upTo } from "../../../zulip-wire/codecs/wire-type";
import { encodeUserSettings } from "../../../zulip-wire/encode/user-settings";
import { type MalformedRequest, malformedRequest } from "../../../zulip-wire/malformed-request";
import { endpoint } from "../../declaration/endpoint";

/*
 * Endpoints of the announced API level that this server doesn't implement. Clients receive a message that
 * they can display, rather than that no such endpoint exists.
 */

const refused =
  (message: string): TE.TaskEither<MalformedRequest, never> =>
  async () =>
    E.left(malformedRequest(message));

const listExportsEndpoint = endpoint({
  method: "get",
  at: "/export/realm",
  caller: "user",
  forAtLeast: "administrator",
  summary: "List the organization's exports. There are none. Administrators only",
  path: {},
  params: {},
  response: { exports: { type: "array", items: { type: "object" } } },
  use: {},
  run: () => TE.right({ exports: [] }),
});

const exportEndpoint = endpoint({
  method: "post",
  at: "/export/realm",
  caller: "user",
  forAtLeast: "administrator",
  summary: "Export the organization. This server doesn't offer exports through the API, and always refuses",
  path: {},
  params: { export_type: optional(upTo(100, text)) },
  response: { id: { type: "integer" } },
  use: {},
  run: () => refused("This server doesn't offer exports through the API. Ask its operator."),
});

const removeExportEndpoint = endpoint({
  method: "delete",
  at: "/export/realm/{export_id}",
  caller: "user",
  forAtLeast: "administrator",
  summary: "Remove an export. There are none. Administrators only",
  path: { export_id: required(nat) },
  params: {},
  response: {},
  use: {},
  run: () => refused("Invalid data export ID"),
});

const encodeConsent = ({ id, settings }: User) => ({
  user_id: id,
  consented: settings.allowPrivateDataExport,
  email_address_visibility: encodeUserSettings(settings).email_address_visibility,
});

const listConsentsEndpoint = endpoint({
  method: "get",
  at: "/export/realm/consents",
  caller: "user",
  forAtLeast: "administrator",
  summary: "List whose private data may be exported. Administrators only",
  path: {},
  params: {},
  response: { export_consents: { type: "array", items: { type: "object" } } },
  use: listExportConsents,
  run: (listExportConsents, { caller }) =>
    pipe(
      listExportConsents(caller),
      TE.map((users) => ({ export_consents: users.map(encodeConsent) })),
    ),
});

export const unavailableEndpoints = [
  listExportsEndpoint,
  exportEndpoint,
  removeExportEndpoint,
  listConsentsEndpoint,
];
