import { settingName } from "../../../domain/setting-name";

/** A domain name as the wire writes it: `canSendMessageGroup` is `can_send_message_group`. */
export const snakeCase = settingName;
