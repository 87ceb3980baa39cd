/** Text about files that are being uploaded. */
export const uploadWords = {
  cancelUpload: (name: string) => `Cancel ${name}`,
  savesOnceUploaded: "This will be saved once its files are uploaded.",
  sendsOnceUploaded: "This will be sent once its files are uploaded.",
  tryAgainWith: (name: string) => `Try again: ${name}`,
  uploadOf: (name: string) => `Uploading ${name}`,
};
