import type { BotType, WebhookInterface } from "../../../domain/bots/bot";
import { keysOf } from "../../../domain/collections/keys-of";
import type { ProfileFieldType } from "../../../domain/profile-fields/profile-field";
import type { Role } from "../../../domain/users/role";

type Numbers<Choice extends string> = Readonly<Record<Choice, number>>;

/** The API's numbers for roles. */
export const roleNumbers: Numbers<Role> = {
  owner: 100,
  administrator: 200,
  moderator: 300,
  member: 400,
  guest: 600,
};

/** The API's numbers for types of bots. */
export const botTypeNumbers: Numbers<BotType> = {
  generic: 1,
  incoming_webhook: 2,
  outgoing_webhook: 3,
  embedded: 4,
};

/** The API's numbers for the formats of outgoing webhooks. */
export const webhookInterfaceNumbers: Numbers<WebhookInterface> = { native: 1, slack: 2 };

/** The API's numbers for types of custom profile fields. */
export const profileFieldTypeNumbers: Numbers<ProfileFieldType> = {
  short_text: 1,
  paragraph: 2,
  dropdown: 3,
  date: 4,
  link: 5,
  users: 6,
  external_account: 7,
  pronouns: 8,
};

/** The choice with the number; undefined for an unknown number. */
export const choiceWithNumber = <Choice extends string>(
  numbers: Numbers<Choice>,
  number: number,
): Choice | undefined => keysOf(numbers).find((choice) => numbers[choice] === number);
