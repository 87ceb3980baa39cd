import * as E from "fp-ts/Either";
import * as t from "io-ts";
import type { GroupSetting, GroupSettingUpdate } from "../../../domain/groups/group-setting";
import { retentionDays as days, type RetentionDays } from "../../../domain/retention/retention";
import { settingName } from "../setting-names";
import { names, naming } from "./named-parameters";
import { optional, type Parameter } from "./parameter";
import { schemaOf } from "./schema";
import { integer } from "./whole-numbers";
import { json, mapped, orKeyword, type WireType, wireType } from "./wire-type";

const wireValue = t.union([
  integer,
  t.type({ direct_members: t.array(integer), direct_subgroups: t.array(integer) }),
]);

const toSetting = (value: t.TypeOf<typeof wireValue>): GroupSetting =>
  typeof value === "number"
    ? value
    : { directMembers: value.direct_members, directSubgroups: value.direct_subgroups };

const onlyOf = (id: string | number) => ({ direct_members: [Number(id)], direct_subgroups: [] });

/** A group-setting value. API §2.1. */
export const groupSetting: WireType<GroupSetting> = naming(
  mapped(json(wireValue), toSetting),
  names.user((id) => JSON.stringify(onlyOf(id))),
);

const wireUpdate = json(
  t.intersection([t.type({ new: wireValue }), t.partial({ old: t.union([wireValue, t.null]) })]),
);

/** A group-setting update: the new value, and optionally the expected current one. API §2.1. */
export const groupSettingUpdate: WireType<GroupSettingUpdate> = naming(
  mapped(wireUpdate, ({ new: value, old }) => ({
    new: toSetting(value),
    ...(old !== undefined && old !== null && { old: toSetting(old) }),
  })),
  names.user((id) => JSON.stringify({ new: onlyOf(id) })),
);

const keywords: Readonly<Record<string, "forever" | null>> = {
  realm_default: null,
  '"realm_default"': null,
  unlimited: "forever",
  '"unlimited"': "forever",
  forever: "forever",
  '"forever"': "forever",
};

/** A number of days, or a word for the realm's default or for no limit. API §2.3. */
export const retentionDays: WireType<RetentionDays | null> = orKeyword(
  wireType(
    {
      schema: {
        oneOf: [schemaOf(days.ofChannel), { type: "string", enum: ["realm_default", "unlimited"] }],
      },
      isJson: false,
      longest: 100,
    },
    (text, name) =>
      /^\d{1,6}$/.test(text) && days.ofChannel.is(Number(text))
        ? E.right(Number(text))
        : E.left(`Bad value for '${name}': ${text}`),
  ),
  keywords,
);

/** Parameters for permission settings, under their wire names. */
export const permissionParameters = <A>(
  names: readonly string[],
  type: WireType<A>,
): Readonly<Record<string, Parameter<A | undefined>>> =>
  Object.fromEntries(names.map((name) => [settingName(name), optional(type)]));

/** The permission settings in a request, under their names in the domain. `permissionParameters` declared and decoded them. */
export const permissionsIn = <Name extends string, A>(
  names: readonly Name[],
  input: Readonly<Record<string, unknown>>,
): Partial<Record<Name, A>> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = input[settingName(name)];
      return value === undefined ? [] : [[name, value]];
    }),
  ) as Partial<Record<Name, A>>;
