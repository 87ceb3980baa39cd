/** Tells the events of a family from the others. The compiler asks for every type of the family. */
export const ofFamily =
  <Family extends { readonly type: string }>(types: Readonly<Record<Family["type"], true>>) =>
  <Event extends { readonly type: string }>(event: Event): event is Extract<Event, Family> =>
    Object.hasOwn(types, event.type);
