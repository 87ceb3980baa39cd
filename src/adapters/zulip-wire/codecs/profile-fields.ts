import * as t from "io-ts";
import type { ProfileInput } from "../../../application/profile-fields/shared/check-profile-values";
import { names, naming } from "./named-parameters";
import { integer } from "./whole-numbers";
import { json, type WireType } from "./wire-type";

/** Values of profile fields. Null removes a value; lists of ids are for fields of users. API §4.8. */
export const profileValues: WireType<readonly ProfileInput[]> = naming(
  json(t.array(t.type({ id: integer, value: t.union([t.string, t.null, t.array(integer)]) }))),
  names.user((userId) => JSON.stringify([{ id: 1, value: [Number(userId)] }])),
);

/** The `field_data` of a profile field: choices by key, or an external account. API §4.7. */
export const fieldData = json(t.record(t.string, t.unknown));
