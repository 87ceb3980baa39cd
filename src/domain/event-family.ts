import { type EntityCodec, entity, type Fields, type Member, oneOf } from "./codec";

/** Tells the events of a family from the others. The compiler asks for every type of the family. */
export const ofFamily =
  <Family extends { readonly type: string }>(types: Readonly<Record<Family["type"], true>>) =>
  <Event extends { readonly type: string }>(event: Event): event is Extract<Event, Family> =>
    Object.hasOwn(types, event.type);

/** The event of a type. */
export type EventOf<Event extends { readonly type: string }, Type extends Event["type"]> = Member<
  Event,
  "type",
  Type
>;

/** The codec of each type of a family's events. */
export type EventCodecs<Family extends { readonly type: string }> = {
  readonly [Type in Family["type"]]: EntityCodec<EventOf<Family, Type>>;
};

/** The codec of each type of a family's events, from those of its fields besides the type. */
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
