/** A named place for channels in everyone's sidebar. API §2.4. */
export interface ChannelFolder {
  readonly id: number;
  readonly name: string;
  /** Markdown source, and what it becomes. */
  readonly description: string;
  readonly renderedDescription: string;
  readonly isArchived: boolean;
  readonly creatorId: number | null;
  /** Unix milliseconds. */
  readonly createdAt: number;
}

/** In Unicode code points. */
export const channelFolderLimits = { nameLength: 60, descriptionLength: 1024 } as const;
