/** Gives the person a file, under a name that every system takes. */
export function download(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name.replace(/[\\/:*?"<>|\p{Cc}]+/gu, '-');
  link.click();
  // A browser that is slow to begin still finds it.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
