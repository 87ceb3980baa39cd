/** A domain name as the wire writes it: `canSendMessageGroup` is `can_send_message_group`. */
export const snakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** An object's fields under the wire's names, behind a prefix. */
export const withSnakeCase = (fields: object, prefix = ""): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [`${prefix}${snakeCase(name)}`, value]));
