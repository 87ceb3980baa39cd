import * as t from "io-ts";
import { entity, nullable } from "../codec/codec";
import { type FolderId, folderIdCodec, type UserId, userIdCodec } from "../ids";

/** A named group of channels in everyone's sidebar. API §2.4. */
export interface ChannelFolder {
  readonly id: FolderId;
  readonly name: string;
  /** Markdown source; `renderedDescription` is its HTML. */
  readonly description: string;
  readonly renderedDescription: string;
  readonly isArchived: boolean;
  readonly creatorId: UserId | null;
  /** Unix milliseconds. */
  readonly createdAt: number;
}

export const channelFolderCodec = entity<ChannelFolder>({
  id: folderIdCodec,
  name: t.string,
  description: t.string,
  renderedDescription: t.string,
  isArchived: t.boolean,
  creatorId: nullable(userIdCodec),
  createdAt: t.number,
});

/** In Unicode code points. */
export const channelFolderLimits = { nameLength: 60, descriptionLength: 1024 } as const;
