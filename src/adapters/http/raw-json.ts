/** Text that is JSON already: events are written once and go out to many. */
export class RawJson {
  constructor(readonly text: string) {}
}

/** An object in JSON, with the raw parts among its own fields as they are. */
export const stringifyBody = (body: object): string =>
  `{${Object.entries(body)
    .filter(([, value]) => value !== undefined)
    .map(
      ([name, value]) =>
        `${JSON.stringify(name)}:${value instanceof RawJson ? value.text : JSON.stringify(value)}`,
    )
    .join(",")}}`;
