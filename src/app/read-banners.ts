import { queryClient } from '#data/query-client.ts';
import { bannerDetail, bannersList, bannersSearch } from '#features/banners/banners.queries.ts';

export function readBanners(search: Record<string, unknown>) {
  return queryClient.prefetchQuery(bannersList(bannersSearch(search)));
}

export function readBanner(id: string) {
  return queryClient.prefetchQuery({ ...bannerDetail(id), staleTime: 10_000 });
}
