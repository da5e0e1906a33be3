/** Downloads a file, under a name that is valid on every operating system. */
export function download(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name.replace(/[\\/:*?"<>|\p{Cc}]+/gu, '-');
  link.click();
  // Revoke late: a slow browser may not have started the download yet.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
