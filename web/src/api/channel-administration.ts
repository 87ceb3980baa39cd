import { get, send } from "./http";

export const removeSubscribers = (name: string, userIds: readonly number[]): Promise<unknown> =>
  send("DELETE", "/users/me/subscriptions", { subscriptions: [name], principals: userIds });

export const fetchSubscribers = async (channelId: number): Promise<readonly number[]> =>
  (await get<{ subscribers: readonly number[] }>(`/streams/${channelId}/members`)).subscribers;

interface NewChannel {
  readonly name: string;
  readonly description: string;
  readonly privacy: "public" | "shared" | "protected" | "web-public";
  readonly subscribers: readonly number[];
  readonly folderId: number | undefined;
  readonly announce: boolean;
}

/** Creates a channel. Returns its id. */
export const createChannel = async (channel: NewChannel): Promise<number> => {
  const { name, description, privacy, subscribers, folderId, announce } = channel;
  const isPrivate = privacy === "shared" || privacy === "protected";
  const { id } = await send<{ id: number }>("POST", "/channels/create", {
    name,
    description,
    subscribers,
    announce,
    invite_only: isPrivate,
    is_web_public: privacy === "web-public",
    ...(isPrivate && { history_public_to_subscribers: privacy === "shared" }),
    ...(folderId !== undefined && { folder_id: folderId }),
  });
  return id;
};

export const changeChannel = (channelId: number, change: object): Promise<unknown> =>
  send("PATCH", `/streams/${channelId}`, change);

interface Invitation {
  readonly channelIds: readonly number[];
  readonly groupIds: readonly number[];
  /** Whether the inviter is notified when someone joins; never for links. */
  readonly notifiesMe: boolean;
  /** The welcome message; empty for the organization's default. */
  readonly welcome: string;
  readonly role: number;
  /** Null if it never expires. */
  readonly minutes: number | null;
}

const termsOf = ({ channelIds, groupIds, role, minutes, welcome }: Invitation): object => ({
  stream_ids: JSON.stringify(channelIds),
  invite_as: role,
  invite_expires_in_minutes: JSON.stringify(minutes),
  group_ids: groupIds,
  ...(welcome !== "" && { welcome_message_custom_text: welcome }),
});

export const inviteByMail = (addresses: string, invitation: Invitation): Promise<unknown> =>
  send("POST", "/invites", {
    invitee_emails: addresses,
    notify_referrer_on_join: invitation.notifiesMe,
    ...termsOf(invitation),
  });

export const makeInviteLink = async (invitation: Invitation): Promise<string> =>
  (await send<{ invite_link: string }>("POST", "/invites/multiuse", termsOf(invitation))).invite_link;
