import { left, map, right } from "fp-ts/Either";
import * as t from "io-ts";
import type { GroupSetting, GroupSettingUpdate } from "../../../domain/group-setting";
import { settingName } from "../../../domain/setting-name";
import { names, naming } from "./naming";
import { integer } from "./numbers";
import { optional, type Parameter } from "./parameter";
import { json, type WireType } from "./wire-type";

const wireValue = t.union([
  integer,
  t.type({ direct_members: t.array(integer), direct_subgroups: t.array(integer) }),
]);

const toSetting = (value: t.TypeOf<typeof wireValue>): GroupSetting =>
  typeof value === "number"
    ? value
    : { directMembers: value.direct_members, directSubgroups: value.direct_subgroups };

const wireGroupSetting = json(wireValue);
const onlyOf = (id: string | number) => ({ direct_members: [Number(id)], direct_subgroups: [] });

/** A group-setting value. API §2.1. */
export const groupSetting: WireType<GroupSetting> = naming(
  {
    ...wireGroupSetting,
    decode: (text, name) => map(toSetting)(wireGroupSetting.decode(text, name)),
  },
  names.user((id) => JSON.stringify(onlyOf(id))),
);

const wireUpdate = json(
  t.intersection([t.type({ new: wireValue }), t.partial({ old: t.union([wireValue, t.null]) })]),
);

type WireValue = t.TypeOf<typeof wireValue>;
interface WireUpdate {
  readonly new: WireValue;
  readonly old?: WireValue | null | undefined;
}

/** A group-setting update: the new value, and the one that is expected to be there. API §2.1. */
export const groupSettingUpdate: WireType<GroupSettingUpdate> = naming(
  {
    ...wireUpdate,
    decode: (text, name) =>
      map(({ new: value, old }: WireUpdate) => ({
        new: toSetting(value),
        ...(old !== undefined && old !== null && { old: toSetting(old) }),
      }))(wireUpdate.decode(text, name)),
  },
  names.user((id) => JSON.stringify({ new: onlyOf(id) })),
);

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
      { type: "integer", minimum: 1, maximum: 999_999 },
      { type: "string", enum: ["realm_default", "unlimited"] },
    ],
  },
  isJson: false,
  longest: 100,
};

/** Parameters for permission settings, under the wire's names. */
export const permissionParameters = <A>(
  names: readonly string[],
  type: WireType<A>,
): Readonly<Record<string, Parameter<A | undefined>>> =>
  Object.fromEntries(names.map((name) => [settingName(name), optional(type)]));

/** The permission settings that a request carries, under the domain's names. */
export const givenPermissions = <Name extends string, A>(
  names: readonly Name[],
  given: Readonly<Record<string, unknown>>,
): Partial<Record<Name, A>> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = given[settingName(name)];
      return value === undefined ? [] : [[name, value]];
    }),
  ) as Partial<Record<Name, A>>;
