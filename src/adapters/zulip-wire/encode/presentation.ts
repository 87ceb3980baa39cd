/** How a client wants its events, as it registered. Stored with the queue. */
export interface Presentation {
  readonly applyMarkdown: boolean;
  readonly clientGravatar: boolean;
  readonly includeSubscribers: boolean;
  readonly slimPresence: boolean;
  /** Capabilities. */
  readonly emptyTopicName: boolean;
  readonly bulkMessageDeletion: boolean;
  readonly streamTypingNotifications: boolean;
  readonly includeDeactivatedGroups: boolean;
  readonly archivedChannels: boolean;
  readonly userListIncomplete: boolean;
  readonly simplifiedPresence: boolean;
  readonly individualEmojiChanges: boolean;
  readonly linkifierUrlTemplate: boolean;
}
