import { useApp } from "../../app/app";
import { Icon } from "../../ui/icon";
import { uploadWords } from "../../words/en-uploads";

/** The uploads for a draft, with a progress bar each. */
export const UploadList = ({ draftKey }: { readonly draftKey: string }) => (
  <ul class="uploads">
    {useApp()
      .uploads.list.value.filter((one) => one.draftKey === draftKey)
      .map(({ id, name, part, problem, cancel }) => (
        <li key={id}>
          <span class="upload-name" dir="auto">
            {name}
          </span>
          {problem === undefined ? (
            <progress aria-label={uploadWords.uploadOf(name)} value={part} max={1} />
          ) : (
            <span class="problem" role="alert">
              {problem}
            </span>
          )}
          <button
            type="button"
            class="quiet"
            aria-label={uploadWords.cancelUpload(name)}
            title={uploadWords.cancelUpload(name)}
            onClick={cancel}
          >
            <Icon name="close" />
          </button>
        </li>
      ))}
  </ul>
);
