/** Offers a file for download in the browser. */
export const saveFile = (blob: Blob, name: string): void => {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // After this time, the browser has certainly started the download.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
