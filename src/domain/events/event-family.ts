import { type EntityCodec, entity, type Fields, type Member, oneOf } from "../codec/codec";

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
  readonly [Type in Family["type"]]: EntityCodec<EventOf<Family, Type>>;
};

/** Builds the codec of each type of a family's events from the codecs of its fields, except the type. */
export const eventCodecs = <Family extends { readonly type: string }>(
  fields: {
    readonly [Type in Family["type"]]: Omit<Fields<EventOf<Family, Type>>, "type">;
  },
): EventCodecs<Family> =>
  Object.fromEntries(
    Object.entries<object>(fields).map(([type, own]) => [
      type,
      entity({ type: oneOf(type), ...own } as Fields<{ type: string }>),
    ]),
  ) as unknown as EventCodecs<Family>;
