import { left } from "fp-ts/Either";
import { map, right } from "fp-ts/TaskEither";
import type { Result } from "../../../application/caller";
import { listExportConsents } from "../../../application/realm/list-export-consents";
import { badRequest } from "../../../domain/errors";
import type { User } from "../../../domain/user";
import { optional, required } from "../codecs/parameter";
import { nat, text, upTo } from "../codecs/wire-type";
import { encodeUserSettings } from "../encode/user-settings";
import { endpoint } from "../endpoint";

/*
 * What clients of the level that is reported may ask for, and this server doesn't do. They hear so in words that they
 * can show, rather than that there is no such endpoint.
 */

const refused =
  (message: string): Result<never> =>
  async () =>
    left(badRequest(message));

const listExportsEndpoint = endpoint({
  method: "get",
  at: "/export/realm",
  caller: "user",
  forAtLeast: "administrator",
  summary: "Exports of the organization: there are none. Administrators only",
  path: {},
  params: {},
  response: { exports: { type: "array", items: { type: "object" } } },
  use: {},
  run: () => right({ exports: [] }),
});

const exportEndpoint = endpoint({
  method: "post",
  at: "/export/realm",
  caller: "user",
  forAtLeast: "administrator",
  summary: "Export the organization. This server doesn't do so by the API, and always says so",
  path: {},
  params: { export_type: optional(upTo(100, text)) },
  response: { id: { type: "integer" } },
  use: {},
  run: () => refused("This server makes no exports by its API. Ask whoever runs it."),
});

const removeExportEndpoint = endpoint({
  method: "delete",
  at: "/export/realm/{export_id}",
  caller: "user",
  forAtLeast: "administrator",
  summary: "Remove an export: there are none. Administrators only",
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
  summary: "Whose private data an export may hold. Administrators only",
  path: {},
  params: {},
  response: { export_consents: { type: "array", items: { type: "object" } } },
  use: listExportConsents,
  run: (listExportConsents, { caller }) =>
    map((users: readonly User[]) => ({ export_consents: users.map(encodeConsent) }))(
      listExportConsents(caller),
    ),
});

export const unavailableEndpoints = [
  listExportsEndpoint,
  exportEndpoint,
  removeExportEndpoint,
  listConsentsEndpoint,
];
