import type { Codec, Fields } from "../codec/codec";
import { type StoredNames, storedUnder } from "../codec/stored-names";
import { type Member, memberCodecs } from "../codec/tagged";

/** A guard for the events of a family. The compiler requires every type of the family. */
export const ofFamily =
  <Family extends { readonly type: string }>(types: Readonly<Record<Family["type"], true>>) =>
  <Event extends { readonly type: string }>(event: Event): event is Extract<Event, Family> =>
    Object.hasOwn(types, event.type);

/** The event with a given type. */
export type EventOf<Event extends { readonly type: string }, Type extends Event["type"]> = Member<
  Event,
  "type",
  Type
>;

/** A codec for each type of a family's events. */
export type EventCodecs<Family extends { readonly type: string }> = {
  readonly [Type in Family["type"]]: Codec<EventOf<Family, Type>>;
};

/**
 * Builds the codec of each type of a family's events from the codecs of its fields, except the type. `storedNames` has
 * the older names that the log has for fields of a type.
 */
export const eventCodecs = <Family extends { readonly type: string }>(
  fields: {
    readonly [Type in Family["type"]]: Omit<Fields<EventOf<Family, Type>>, "type">;
  },
  storedNames?: Readonly<Partial<Record<Family["type"], StoredNames>>>,
): EventCodecs<Family> => {
  const namesByType = new Map(Object.entries<StoredNames | undefined>(storedNames ?? {}));
  return memberCodecs<Family, "type">("type", fields, (codec, type) => {
    const names = namesByType.get(type);
    return names ? storedUnder(names, codec) : codec;
  });
};
