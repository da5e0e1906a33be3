/**
 * What a browser keeps between visits (localStorage). One that forbids it, or has no room, keeps it for as
 * long as the page is open: the panel works all the same.
 */
export const kept = {
  get(key: string): string | null {
    try {
      return memory.get(key) ?? localStorage.getItem(key);
    } catch {
      return memory.get(key) ?? null;
    }
  },
  set(key: string, value: string): void {
    try {
      localStorage.setItem(key, value);
      memory.delete(key);
    } catch {
      memory.set(key, value);
    }
  },
  remove(key: string): void {
    memory.delete(key);
    try {
      localStorage.removeItem(key);
    } catch {}
  },
};

const memory = new Map<string, string>();
