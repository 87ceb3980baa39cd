import { pipe } from "fp-ts/function";
import * as TE from "fp-ts/TaskEither";
import { createFolder } from "../../../../application/channel-folders/create-folder";
import { listFolders } from "../../../../application/channel-folders/list-folders";
import { reorderFolders } from "../../../../application/channel-folders/reorder-folders";
import { updateFolder } from "../../../../application/channel-folders/update-folder";
import { folderId, folderIds } from "../../../zulip-wire/codecs/named-parameters";
import { optional, required, withDefault } from "../../../zulip-wire/codecs/parameter";
import { bool, rawText, text } from "../../../zulip-wire/codecs/wire-type";
import { encodeChannelFolder } from "../../../zulip-wire/encode/channel-folder";
import { done, endpoint } from "../../declaration/endpoint";

const listFoldersEndpoint = endpoint({
  method: "get",
  at: "/channel_folders",
  caller: "user",
  summary: "List the channel folders in display order",
  path: {},
  params: { include_archived: withDefault(bool, false) },
  response: { channel_folders: { type: "array", items: { type: "object" } } },
  use: listFolders,
  run: (listFolders, { caller }, { include_archived }) =>
    pipe(
      listFolders(caller),
      TE.map((folders) => ({
        channel_folders: folders.flatMap((folder, place) =>
          folder.isArchived && !include_archived ? [] : [encodeChannelFolder(folder, place)],
        ),
      })),
    ),
});

const createFolderEndpoint = endpoint({
  method: "post",
  at: "/channel_folders/create",
  section: "4.5",
  caller: "user",
  forAtLeast: "administrator",
  summary: "Create a channel folder. Administrators only",
  path: {},
  params: { name: required(rawText), description: required(text) },
  response: { channel_folder_id: { type: "integer" } },
  use: createFolder,
  run: (createFolder, { caller }, { name, description }) =>
    pipe(
      createFolder(caller, { name, description }),
      TE.map((id) => ({ channel_folder_id: id })),
    ),
});

const updateFolderEndpoint = endpoint({
  method: "patch",
  at: "/channel_folders/{channel_folder_id}",
  caller: "user",
  forAtLeast: "administrator",
  summary: "Change or archive a channel folder. Administrators only",
  path: { channel_folder_id: required(folderId) },
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
  summary: "Reorder the channel folders. Administrators only",
  path: {},
  params: { order: required(folderIds) },
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
