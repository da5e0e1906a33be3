/**
 * What a list keeps in its address, as it stands there: the list itself checks every value. The type
 * parameter names the filters that the area adds.
 */
export type ListSearch<Filter extends string = never> = Partial<
  Record<'busca' | 'ordem' | 'pagina' | 'por' | Filter, string | number>
>;

export function listSearch<Filter extends string = never>(
  search: Record<string, unknown>,
): ListSearch<Filter> {
  // Addresses carry texts only (see parseSearch of the router), links in the panel numbers too.
  return search as ListSearch<Filter>;
}
