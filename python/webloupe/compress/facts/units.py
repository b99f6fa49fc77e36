"""Units and multipliers of figures, English and Chinese, each under one name whatever it is written as."""

from __future__ import annotations

from typing import Final

# One line a unit: its name, then its other spellings.
_UNITS: Final = """
% percent pct
‰
pp points 百分点 个百分点
$ usd dollar dollars 美元 美金
€ eur euro euros 欧元
£ gbp pound pounds 英镑
¥ cny rmb yuan 元 块 人民币
jpy yen 日元
hkd 港元 港币
₹ inr rupee rupees 卢比
c cent cents 美分
km kilometre kilometres kilometer kilometers 公里 千米
m metre metres meter meters 米
cm centimetre centimetres centimeter centimeters 厘米
mm millimetre millimetres millimeter millimeters 毫米
nm nanometre nanometres nanometer nanometers 纳米
mi mile miles 英里
ft foot feet 英尺
inch inches 英寸
yd yard yards
km2 km² 平方公里
m2 m² 平方米 平米
ha hectare hectares 公顷
acre acres 英亩
m3 m³ 立方米
l litre litres liter liters 升
ml millilitre millilitres milliliter milliliters 毫升
gallon gallons 加仑
kg kilogram kilograms 公斤 千克
g gram grams 克
mg milligram milligrams 毫克
t tonne tonnes ton tons 吨
lb lbs 磅
oz ounce ounces 盎司
ns nanosecond nanoseconds 纳秒
µs us μs microsecond microseconds 微秒
ms millisecond milliseconds 毫秒
s sec secs second seconds 秒 秒钟
min mins minute minutes 分钟
h hr hrs hour hours 小时 个小时
d day days 天 日
week weeks 周 星期 个星期
month months 个月
y yr yrs year years 年
decade decades
century centuries 世纪 个世纪
°c ℃ celsius 摄氏度
°f ℉ fahrenheit 华氏度
kelvin
° degree degrees 度
b byte bytes 字节
kb kilobyte kilobytes
mb megabyte megabytes
gb gigabyte gigabytes
tb terabyte terabytes
kib
mib
gib
tib
bit bits 比特
kbps
mbps
gbps
hz 赫兹
khz 千赫
mhz 兆赫
ghz 吉赫
w watt watts 瓦
kw kilowatt kilowatts 千瓦
mw megawatt megawatts 兆瓦
gw gigawatt gigawatts 吉瓦
kwh 千瓦时 度电
mwh 兆瓦时
gwh 吉瓦时
v volt volts 伏
amp amps ampere amperes 安培
j joule joules 焦耳
kcal 千卡 大卡
cal calorie calories 卡路里
pa pascal pascals 帕
hpa
kpa
mpa
bar bars
db decibel decibels 分贝
ppm
px pixel pixels 像素
x times 倍
kmh km/h kph
mph
m/s
token tokens
人 个人 名 位
个 款 种 项 件 份
次
家 所 座 栋
条 款 章 节
岁
页
票
台 辆 架 艘 部
届
期
级
楼 层
号
"""
# A word that is a unit in two lines ("款") keeps the first: what matters is that both texts are read alike.
UNITS: Final[dict[str, str]] = {}
for _line in _UNITS.split("\n"):
    for _word in _line.split():
        UNITS.setdefault(_word, _line.split()[0])

MULTIPLIERS: Final = {
    "hundred": 2, "thousand": 3, "k": 3, "million": 6, "mn": 6, "billion": 9, "bn": 9, "trillion": 12,
    "百": 2, "千": 3, "万": 4, "萬": 4, "十万": 5,
    "百万": 6, "千万": 7, "亿": 8, "億": 8, "百亿": 10, "千亿": 11, "万亿": 12,
}  # fmt: skip
"""Powers of ten."""

MONEY: Final = {"$": "$", "US$": "$", "€": "€", "£": "£", "¥": "¥", "￥": "¥", "₹": "₹", "USD": "$", "EUR": "€",
                "GBP": "£", "CNY": "¥", "RMB": "¥", "JPY": "jpy", "HK$": "hkd", "INR": "₹"}  # fmt: skip
"""Signs that stand before a figure, and the unit they say."""
