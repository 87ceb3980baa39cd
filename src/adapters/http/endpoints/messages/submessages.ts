import { attachSubmessage } from "../../../../application/messages/attach-submessage";
import { submessageLimits } from "../../../../domain/messages/submessage";
import { messageId } from "../../../zulip-wire/codecs/named-parameters";
import { required } from "../../../zulip-wire/codecs/parameter";
import { textUpTo } from "../../../zulip-wire/codecs/wire-type";
import { done, endpoint } from "../../declaration/endpoint";

const attachSubmessageEndpoint = endpoint({
  method: "post",
  at: "/submessage",
  caller: "user",
  summary: "Attach a submessage to a message, such as a vote or a task",
  path: {},
  params: {
    message_id: required(messageId),
    msg_type: required(textUpTo(submessageLimits.kindLength)),
    content: required(textUpTo(submessageLimits.contentLength)),
  },
  response: {},
  use: attachSubmessage,
  run: (attachSubmessage, { caller }, { message_id, msg_type, content }) =>
    done(attachSubmessage(caller, { messageId: message_id, kind: msg_type, content })),
});

export const submessageEndpoints = [attachSubmessageEndpoint];
