/** Hosts of advertisements and analytics, which serve nothing of a page's content. */
const HOSTS =
  'doubleclick.net googlesyndication.com googleadservices.com google-analytics.com googletagmanager.com googletagservices.com ' +
  'adnxs.com adsrvr.org amazon-adsystem.com criteo.com criteo.net taboola.com outbrain.com pubmatic.com rubiconproject.com ' +
  'openx.net casalemedia.com scorecardresearch.com quantserve.com moatads.com adform.net smartadserver.com media.net ' +
  'hotjar.com mixpanel.com segment.io fullstory.com connect.facebook.net ads-twitter.com bat.bing.com clarity.ms yandex-team.ru';

/** URL patterns of these hosts for the DevTools protocol (`Network.setBlockedURLs`). */
export const AD_PATTERNS: readonly string[] = HOSTS.split(' ').flatMap((host) => [
  `*://${host}/*`,
  `*://*.${host}/*`,
]);
