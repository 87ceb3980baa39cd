import * as t from "io-ts";
import { entity, nullable } from "./codec";

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

export const channelFolderCodec = entity<ChannelFolder>({
  id: t.number,
  name: t.string,
  description: t.string,
  renderedDescription: t.string,
  isArchived: t.boolean,
  creatorId: nullable(t.number),
  createdAt: t.number,
});

/** In Unicode code points. */
export const channelFolderLimits = { nameLength: 60, descriptionLength: 1024 } as const;
