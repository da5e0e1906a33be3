import { Link } from '@tanstack/react-router';
import Upload from 'lucide-react/icons/upload';
import type { Area } from '#crud/area.ts';
import { buttonClass } from '#ui/button.tsx';

/** Returns the path of an area's import page. */
export function getImportPath({ path }: Pick<Area, 'path'>): string {
  return `${path}/importar`;
}

/** Renders 'Importar', the list's link to the import page. On a narrow screen, only its icon is visible. */
export function ImportLink({ area }: { area: Area }) {
  return (
    <Link
      to={getImportPath(area)}
      aria-label="Importar"
      title="Importar"
      className={`${buttonClass()} max-sm:w-9 max-sm:px-0`}
    >
      <Upload />
      <span className="max-sm:hidden">Importar</span>
    </Link>
  );
}
