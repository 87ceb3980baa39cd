/** Text for the picture viewer. */
export const pictureWords = {
  download: "Download",
  nextPicture: "Next picture",
  noPicture: "This image can’t be displayed.",
  pictureOf: (place: number, count: number) => `${place} of ${count}`,
  previousPicture: "Previous picture",
  zoomIn: "Zoom in",
  zoomOut: "Fit to window",
};
