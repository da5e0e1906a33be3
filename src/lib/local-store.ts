/**
 * An interface to localStorage that never throws. If the browser forbids storage, or the quota is exceeded, a value is
 * kept in memory until the page closes.
 */
export const safeLocalStorage = {
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
