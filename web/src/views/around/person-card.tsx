import { useApp } from "../../app";
import { directPlace } from "../../store/place";
import { Avatar, nearnessOf } from "../../ui/avatar";
import { emojiOf } from "../../ui/message-html";
import { Overlay } from "../../ui/overlay";
import { words } from "../../words/en";
import { narrowOf } from "../location";

const roleOf = (role: number): string => words.roles[String(role)] ?? "";

/** Who somebody is, and the way to write to them. */
export const PersonCard = ({
  userId,
  onClose,
}: {
  readonly userId: number;
  readonly onClose: () => void;
}) => {
  const app = useApp();
  const { people, statuses, presences, ownId } = app.store;
  const user = people.value.users.get(userId);
  if (user === undefined) return null;
  const status = statuses.value.get(userId);
  const nearness = nearnessOf(presences.value.get(userId), Date.now() / 1000);
  const sign =
    status?.emoji_code && status.reaction_type === "unicode_emoji" ? emojiOf(status.emoji_code) : "";
  const go = (narrow: Parameters<typeof app.go>[0]) => {
    onClose();
    app.go(narrow);
  };
  return (
    <Overlay title={user.full_name} onClose={onClose} class="card">
      <div class="card-body">
        <Avatar userId={userId} size={80} />
        <dl>
          {(status?.status_text || sign) && (
            <>
              <dt>{words.status}</dt>
              <dd>
                {sign} {status?.status_text}
              </dd>
            </>
          )}
          {!user.is_bot && user.is_active && (
            <>
              <dt>{words.presence}</dt>
              <dd>{words.nearness[nearness]}</dd>
            </>
          )}
          <dt>{words.role}</dt>
          <dd>{user.is_active ? (user.is_bot ? words.bot : roleOf(user.role)) : words.deactivated}</dd>
          {user.delivery_email !== null && (
            <>
              <dt>{words.email}</dt>
              <dd>{user.delivery_email}</dd>
            </>
          )}
        </dl>
      </div>
      <div class="edit-acts">
        <button
          type="button"
          class="primary"
          onClick={() => go({ screen: "narrow", narrow: narrowOf(directPlace([userId, ownId]), ownId) })}
        >
          {words.writeTo}
        </button>
        <button
          type="button"
          class="plain"
          onClick={() => go({ screen: "narrow", narrow: [{ operator: "sender", operand: userId }] })}
        >
          {words.theirMessages}
        </button>
      </div>
    </Overlay>
  );
};
