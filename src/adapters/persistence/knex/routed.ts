/** A reader each of whose calls goes to the reader that is chosen for it, then and there. */
export const routed = <Reader extends object>(
  reader: Reader,
  choose: (reader: Reader) => Promise<Reader>,
): Reader =>
  new Proxy(reader, {
    get: (target, name) =>
      Reflect.has(target, name)
        ? async (...given: unknown[]) => {
            const chosen = await choose(target);
            return (Reflect.get(chosen, name) as (...given: unknown[]) => unknown)(...given);
          }
        : undefined,
  });
