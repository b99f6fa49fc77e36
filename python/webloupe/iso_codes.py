"""The languages of ISO 639-1 and the countries of ISO 3166-1 by their two letters, with English names. Pure.

Both as of 2024: 183 languages, 249 countries; names as CLDR writes them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Final


def _table(text: str) -> Mapping[str, str]:
    rows = (row.strip().partition(" ") for row in text.split(";"))
    return {code: name for code, _, name in rows}


_LANGUAGES: Final = _table("""
aa Afar; ab Abkhazian; ae Avestan; af Afrikaans; ak Akan; am Amharic; an Aragonese; ar Arabic; as Assamese; av Avaric;
ay Aymara; az Azerbaijani; ba Bashkir; be Belarusian; bg Bulgarian; bi Bislama; bm Bambara; bn Bangla; bo Tibetan;
br Breton; bs Bosnian; ca Catalan; ce Chechen; ch Chamorro; co Corsican; cr Cree; cs Czech; cu Church Slavic;
cv Chuvash; cy Welsh; da Danish; de German; dv Divehi; dz Dzongkha; ee Ewe; el Greek; en English; eo Esperanto;
es Spanish; et Estonian; eu Basque; fa Persian; ff Fula; fi Finnish; fj Fijian; fo Faroese; fr French;
fy Western Frisian; ga Irish; gd Scottish Gaelic; gl Galician; gn Guarani; gu Gujarati; gv Manx; ha Hausa; he Hebrew;
hi Hindi; ho Hiri Motu; hr Croatian; ht Haitian Creole; hu Hungarian; hy Armenian; hz Herero; ia Interlingua;
id Indonesian; ie Interlingue; ig Igbo; ii Sichuan Yi; ik Inupiaq; io Ido; is Icelandic; it Italian; iu Inuktitut;
ja Japanese; jv Javanese; ka Georgian; kg Kongo; ki Kikuyu; kj Kuanyama; kk Kazakh; kl Kalaallisut; km Khmer;
kn Kannada; ko Korean; kr Kanuri; ks Kashmiri; ku Kurdish; kv Komi; kw Cornish; ky Kyrgyz; la Latin; lb Luxembourgish;
lg Ganda; li Limburgish; ln Lingala; lo Lao; lt Lithuanian; lu Luba-Katanga; lv Latvian; mg Malagasy; mh Marshallese;
mi Māori; mk Macedonian; ml Malayalam; mn Mongolian; mr Marathi; ms Malay; mt Maltese; my Burmese; na Nauru;
nb Norwegian Bokmål; nd North Ndebele; ne Nepali; ng Ndonga; nl Dutch; nn Norwegian Nynorsk; no Norwegian;
nr South Ndebele; nv Navajo; ny Nyanja; oc Occitan; oj Ojibwa; om Oromo; or Odia; os Ossetic; pa Punjabi; pi Pali;
pl Polish; ps Pashto; pt Portuguese; qu Quechua; rm Romansh; rn Rundi; ro Romanian; ru Russian; rw Kinyarwanda;
sa Sanskrit; sc Sardinian; sd Sindhi; se Northern Sami; sg Sango; si Sinhala; sk Slovak; sl Slovenian; sm Samoan;
sn Shona; so Somali; sq Albanian; sr Serbian; ss Swati; st Southern Sotho; su Sundanese; sv Swedish; sw Swahili;
ta Tamil; te Telugu; tg Tajik; th Thai; ti Tigrinya; tk Turkmen; tl Tagalog; tn Tswana; to Tongan; tr Turkish;
ts Tsonga; tt Tatar; tw Twi; ty Tahitian; ug Uyghur; uk Ukrainian; ur Urdu; uz Uzbek; ve Venda; vi Vietnamese;
vo Volapük; wa Walloon; wo Wolof; xh Xhosa; yi Yiddish; yo Yoruba; za Zhuang; zh Chinese; zu Zulu
""")
_COUNTRIES: Final = _table("""
AD Andorra; AE United Arab Emirates; AF Afghanistan; AG Antigua and Barbuda; AI Anguilla; AL Albania; AM Armenia;
AO Angola; AQ Antarctica; AR Argentina; AS American Samoa; AT Austria; AU Australia; AW Aruba; AX Åland Islands;
AZ Azerbaijan; BA Bosnia and Herzegovina; BB Barbados; BD Bangladesh; BE Belgium; BF Burkina Faso; BG Bulgaria;
BH Bahrain; BI Burundi; BJ Benin; BL St. Barthélemy; BM Bermuda; BN Brunei; BO Bolivia; BQ Caribbean Netherlands;
BR Brazil; BS Bahamas; BT Bhutan; BV Bouvet Island; BW Botswana; BY Belarus; BZ Belize; CA Canada;
CC Cocos (Keeling) Islands; CD Congo - Kinshasa; CF Central African Republic; CG Congo - Brazzaville; CH Switzerland;
CI Côte d'Ivoire; CK Cook Islands; CL Chile; CM Cameroon; CN China; CO Colombia; CR Costa Rica; CU Cuba;
CV Cape Verde; CW Curaçao; CX Christmas Island; CY Cyprus; CZ Czechia; DE Germany; DJ Djibouti; DK Denmark;
DM Dominica; DO Dominican Republic; DZ Algeria; EC Ecuador; EE Estonia; EG Egypt; EH Western Sahara; ER Eritrea;
ES Spain; ET Ethiopia; FI Finland; FJ Fiji; FK Falkland Islands; FM Micronesia; FO Faroe Islands; FR France; GA Gabon;
GB United Kingdom; GD Grenada; GE Georgia; GF French Guiana; GG Guernsey; GH Ghana; GI Gibraltar; GL Greenland;
GM Gambia; GN Guinea; GP Guadeloupe; GQ Equatorial Guinea; GR Greece; GS South Georgia and South Sandwich Islands;
GT Guatemala; GU Guam; GW Guinea-Bissau; GY Guyana; HK Hong Kong SAR China; HM Heard Island and McDonald Islands;
HN Honduras; HR Croatia; HT Haiti; HU Hungary; ID Indonesia; IE Ireland; IL Israel; IM Isle of Man; IN India;
IO British Indian Ocean Territory; IQ Iraq; IR Iran; IS Iceland; IT Italy; JE Jersey; JM Jamaica; JO Jordan; JP Japan;
KE Kenya; KG Kyrgyzstan; KH Cambodia; KI Kiribati; KM Comoros; KN St. Kitts and Nevis; KP North Korea; KR South Korea;
KW Kuwait; KY Cayman Islands; KZ Kazakhstan; LA Laos; LB Lebanon; LC St. Lucia; LI Liechtenstein; LK Sri Lanka;
LR Liberia; LS Lesotho; LT Lithuania; LU Luxembourg; LV Latvia; LY Libya; MA Morocco; MC Monaco; MD Moldova;
ME Montenegro; MF St. Martin; MG Madagascar; MH Marshall Islands; MK North Macedonia; ML Mali; MM Myanmar (Burma);
MN Mongolia; MO Macao SAR China; MP Northern Mariana Islands; MQ Martinique; MR Mauritania; MS Montserrat; MT Malta;
MU Mauritius; MV Maldives; MW Malawi; MX Mexico; MY Malaysia; MZ Mozambique; NA Namibia; NC New Caledonia; NE Niger;
NF Norfolk Island; NG Nigeria; NI Nicaragua; NL Netherlands; NO Norway; NP Nepal; NR Nauru; NU Niue; NZ New Zealand;
OM Oman; PA Panama; PE Peru; PF French Polynesia; PG Papua New Guinea; PH Philippines; PK Pakistan; PL Poland;
PM St. Pierre and Miquelon; PN Pitcairn Islands; PR Puerto Rico; PS Palestinian Territories; PT Portugal; PW Palau;
PY Paraguay; QA Qatar; RE Réunion; RO Romania; RS Serbia; RU Russia; RW Rwanda; SA Saudi Arabia; SB Solomon Islands;
SC Seychelles; SD Sudan; SE Sweden; SG Singapore; SH St. Helena, Ascension and Tristan da Cunha; SI Slovenia;
SJ Svalbard and Jan Mayen; SK Slovakia; SL Sierra Leone; SM San Marino; SN Senegal; SO Somalia; SR Suriname;
SS South Sudan; ST São Tomé and Príncipe; SV El Salvador; SX Sint Maarten; SY Syria; SZ Eswatini;
TC Turks and Caicos Islands; TD Chad; TF French Southern and Antarctic Lands; TG Togo; TH Thailand; TJ Tajikistan;
TK Tokelau; TL Timor-Leste; TM Turkmenistan; TN Tunisia; TO Tonga; TR Türkiye; TT Trinidad and Tobago; TV Tuvalu;
TW Taiwan; TZ Tanzania; UA Ukraine; UG Uganda; UM U.S. Outlying Islands; US United States; UY Uruguay; UZ Uzbekistan;
VA Vatican City; VC St. Vincent and Grenadines; VE Venezuela; VG British Virgin Islands; VI U.S. Virgin Islands;
VN Vietnam; VU Vanuatu; WF Wallis and Futuna; WS Samoa; YE Yemen; YT Mayotte; ZA South Africa; ZM Zambia; ZW Zimbabwe
""")
_TAG: Final = re.compile(r"([a-z]{2})(?:[-_][a-z0-9]{1,8}){0,4}", re.ASCII | re.IGNORECASE)
_UNITED_KINGDOM: Final = "UK"  # reserved for it in ISO 3166-1, and what most people write


def languages() -> tuple[str, ...]:
    """All codes of languages, lower case."""
    return tuple(_LANGUAGES)


def countries() -> tuple[str, ...]:
    """All codes of countries, upper case."""
    return tuple(_COUNTRIES)


def language(text: str) -> str | None:
    """The code of a language tag, lower case: "zh" for "zh-CN" or "ZH_Hant"; None when there is none."""
    tag = _TAG.fullmatch(text.strip())
    code = tag[1].lower() if tag else ""
    return code if code in _LANGUAGES else None


def country(text: str) -> str | None:
    """The code of a country, upper case; None when there is none."""
    code = text.strip().upper()
    return "GB" if code == _UNITED_KINGDOM else code if code in _COUNTRIES else None


def nearest_language(text: str) -> str:
    """The code whose language is meant by `text`, with its name, as "en (English)"; "" when none comes near."""
    return _nearest(text, _LANGUAGES)


def nearest_country(text: str) -> str:
    """The code whose country is meant by `text`, with its name, as "DE (Germany)"; "" when none comes near."""
    return _nearest(text, _COUNTRIES)


def _nearest(text: str, table: Mapping[str, str]) -> str:
    codes = {name.lower(): code for code, name in table.items()}
    near = get_close_matches(text.strip().lower()[:60], codes, n=1)
    return f"{codes[near[0]]} ({table[codes[near[0]]]})" if near else ""
