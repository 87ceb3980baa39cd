import { botUseCases } from "./bots/use-cases";
import { callUseCases } from "./calls/use-cases";
import { channelFolderUseCases } from "./channel-folders/use-cases";
import { channelUseCases } from "./channels/use-cases";
import { domainUseCases } from "./domains/use-cases";
import { draftUseCases } from "./drafts/use-cases";
import { emojiUseCases } from "./emoji/use-cases";
import { eventUseCases } from "./events/use-cases";
import { groupUseCases } from "./groups/use-cases";
import { invitationUseCases } from "./invitations/use-cases";
import { jobUseCases } from "./jobs/use-cases";
import { linkifierUseCases } from "./linkifiers/use-cases";
import { messageUseCases } from "./messages/use-cases";
import { passwordUseCases } from "./passwords/use-cases";
import { pictureUseCases } from "./pictures/use-cases";
import { playgroundUseCases } from "./playgrounds/use-cases";
import type { Ports } from "./ports/all";
import { presenceUseCases } from "./presence/use-cases";
import { profileFieldUseCases } from "./profile-fields/use-cases";
import { pushUseCases } from "./push/use-cases";
import { realmUseCases } from "./realm/use-cases";
import { retentionUseCases } from "./retention/use-cases";
import { scheduledMessageUseCases } from "./scheduled-messages/use-cases";
import { sessionUseCases } from "./sessions/use-cases";
import { signUpUseCases } from "./sign-up/use-cases";
import { snippetUseCases } from "./snippets/use-cases";
import { topicUseCases } from "./topics/use-cases";
import { typingUseCases } from "./typing/use-cases";
import { uploadUseCases } from "./uploads/use-cases";
import { userUseCases } from "./users/use-cases";
import { webhookUseCases } from "./webhooks/use-cases";
import { workings } from "./workings";

/** Every use case, with its ports filled in: what the outside may ask of the application. */
export const useCases = (outside: Ports) => {
  const inside = workings(outside);
  return {
    /** The realms' states and queues of this process, for those who run it. */
    directory: inside.directory,
    liveQueues: inside.liveQueues,
    bots: botUseCases(inside),
    calls: callUseCases(inside),
    channelFolders: channelFolderUseCases(inside),
    channels: channelUseCases(inside),
    domains: domainUseCases(inside),
    drafts: draftUseCases(inside),
    emoji: emojiUseCases(inside),
    events: eventUseCases(inside),
    groups: groupUseCases(inside),
    invitations: invitationUseCases(inside),
    jobs: jobUseCases(inside),
    linkifiers: linkifierUseCases(inside),
    messages: messageUseCases(inside),
    passwords: passwordUseCases(inside),
    pictures: pictureUseCases(inside),
    playgrounds: playgroundUseCases(inside),
    presence: presenceUseCases(inside),
    profileFields: profileFieldUseCases(inside),
    push: pushUseCases(inside),
    realms: realmUseCases(inside),
    retention: retentionUseCases(inside),
    scheduledMessages: scheduledMessageUseCases(inside),
    sessions: sessionUseCases(inside),
    signUp: signUpUseCases(inside),
    snippets: snippetUseCases(inside),
    topics: topicUseCases(inside),
    typing: typingUseCases(inside),
    uploads: uploadUseCases(inside),
    users: userUseCases(inside),
    webhooks: webhookUseCases(inside),
  };
};

/** What the outside may ask of the application. */
export type UseCases = ReturnType<typeof useCases>;
