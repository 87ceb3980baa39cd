import { map } from "fp-ts/TaskEither";
import * as t from "io-ts";
import { createFolder } from "../../../application/channel-folders/create-folder";
import { listFolders } from "../../../application/channel-folders/list-folders";
import { reorderFolders } from "../../../application/channel-folders/reorder-folders";
import { updateFolder } from "../../../application/channel-folders/update-folder";
import type { ChannelFolder } from "../../../domain/channel-folder";
import { integer } from "../codecs/numbers";
import { optional, required, withDefault } from "../codecs/parameter";
import { bool, json, nat, rawText, text } from "../codecs/wire-type";
import { encodeChannelFolder } from "../encode/channel-folder";
import { done, endpoint } from "../endpoint";

const listFoldersEndpoint = endpoint({
  method: "get",
  at: "/channel_folders",
  caller: "user",
  summary: "The folders for channels, in their order",
  path: {},
  params: { include_archived: withDefault(bool, false) },
  response: { channel_folders: { type: "array", items: { type: "object" } } },
  use: listFolders,
  run: (listFolders, { caller }, { include_archived }) =>
    map((folders: readonly ChannelFolder[]) => ({
      channel_folders: folders.flatMap((folder, place) =>
        folder.isArchived && !include_archived ? [] : [encodeChannelFolder(folder, place)],
      ),
    }))(listFolders(caller)),
});

const createFolderEndpoint = endpoint({
  method: "post",
  at: "/channel_folders/create",
  section: "4.5",
  caller: "user",
  forAtLeast: "administrator",
  summary: "Make a folder for channels. Administrators only",
  path: {},
  params: { name: required(rawText), description: required(text) },
  response: { channel_folder_id: { type: "integer" } },
  use: createFolder,
  run: (createFolder, { caller }, wanted) =>
    map((id: number) => ({ channel_folder_id: id }))(createFolder(caller, wanted)),
});

const updateFolderEndpoint = endpoint({
  method: "patch",
  at: "/channel_folders/{channel_folder_id}",
  caller: "user",
  forAtLeast: "administrator",
  summary: "Change a folder for channels, or take it out of use. Administrators only",
  path: { channel_folder_id: required(nat) },
  params: { name: optional(rawText), description: optional(text), is_archived: optional(bool) },
  response: {},
  use: updateFolder,
  run: (updateFolder, { caller }, { channel_folder_id, name, description, is_archived }) =>
    done(
      updateFolder(caller, {
        folderId: channel_folder_id,
        name,
        description,
        isArchived: is_archived,
      }),
    ),
});

const reorderFoldersEndpoint = endpoint({
  method: "patch",
  at: "/channel_folders",
  caller: "user",
  forAtLeast: "administrator",
  summary: "Put the folders for channels into another order. Administrators only",
  path: {},
  params: { order: required(json(t.array(integer))) },
  response: {},
  use: reorderFolders,
  run: (reorderFolders, { caller }, { order }) => done(reorderFolders(caller, order)),
});

export const channelFolderEndpoints = [
  listFoldersEndpoint,
  createFolderEndpoint,
  updateFolderEndpoint,
  reorderFoldersEndpoint,
];
