import { left, map, right } from "fp-ts/Either";
import * as t from "io-ts";
import type { GroupSetting } from "../../../domain/group-setting";
import { integer, json, type WireType } from "./wire-type";

const wireGroupSetting = json(
  t.union([integer, t.type({ direct_members: t.array(integer), direct_subgroups: t.array(integer) })]),
);

/** A group-setting value. API §2.1. */
export const groupSetting: WireType<GroupSetting> = {
  ...wireGroupSetting,
  decode: (text, name) =>
    map(
      (
        value: t.TypeOf<typeof integer> | { direct_members: number[]; direct_subgroups: number[] },
      ): GroupSetting =>
        typeof value === "number"
          ? value
          : { directMembers: value.direct_members, directSubgroups: value.direct_subgroups },
    )(wireGroupSetting.decode(text, name)),
};

const words: Readonly<Record<string, number | null>> = {
  realm_default: null,
  '"realm_default"': null,
  unlimited: -1,
  '"unlimited"': -1,
  forever: -1,
  '"forever"': -1,
};

/** A number of days, or a word. API §2.3. */
export const retentionDays: WireType<number | null> = {
  decode: (text, name) => {
    if (Object.hasOwn(words, text)) return right(words[text] ?? null);
    return /^\d{1,6}$/.test(text) && Number(text) > 0
      ? right(Number(text))
      : left(`Bad value for '${name}': ${text}`);
  },
  schema: {
    oneOf: [
      { type: "integer", minimum: 1 },
      { type: "string", enum: ["realm_default", "unlimited"] },
    ],
  },
  isJson: false,
};
