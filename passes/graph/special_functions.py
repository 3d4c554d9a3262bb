"""Functions that graph ops lack, by the series and fractions that approximate them."""

from __future__ import annotations

import math
from collections.abc import Sequence

from dlc.dialects import graph
from dlc.dialects.graph.op_functions import constant_like as filled
from dlc.dialects.graph.tensors import element_of
from dlc.ir import Value
from dlc.ir.builtin_types import FloatType


def _sum(x: Value, coefficients: Sequence[float]) -> Value:
    """Return a polynomial, whose coefficients are given from the highest power on."""
    total = filled(coefficients[0], x)
    for each in coefficients[1:]:
        total = graph.add(graph.mul(total, x), each)
    return total


def error_function_inverse(x: Value) -> Value:
    """Return Giles' approximation, and two of Newton's steps for f64."""
    w = graph.neg(graph.log1p(graph.neg(graph.mul(x, x))))
    root = graph.sub(graph.sqrt(w), 3.0)
    value = graph.mul(graph.select(graph.compare("lt", w, 5.0), _sum(graph.sub(w, 2.5), NEAR), _sum(root, FAR)), x)
    element = element_of(x)
    for _ in range(2 if isinstance(element, FloatType) and element.width == 64 else 0):
        slope = graph.mul(graph.exp(graph.neg(graph.mul(value, value))), 2 / math.sqrt(math.pi))
        value = graph.sub(value, graph.div(graph.sub(graph.erf(value), x), slope))
    is_end = graph.compare("eq", graph.abs(x), 1.0)
    return graph.select(is_end, graph.mul(x, filled(math.inf, x)), value)


NEAR = (
    *(2.81022636e-08, 3.43273939e-07, -3.5233877e-06, -4.39150654e-06, 0.00021858087),
    *(-0.00125372503, -0.00417768164, 0.246640727, 1.50140941),
)
FAR = (
    *(-0.000200214257, 0.000100950558, 0.00134934322, -0.00367342844, 0.00573950773),
    *(-0.0076224613, 0.00943887047, 1.00167406, 2.83297682),
)
"""The coefficients of Giles' approximation, near the middle and near the ends."""
LANCZOS = (
    *(676.520368121885098567, -1259.13921672240287047, 771.3234287776530788487, -176.6150291621405990658),
    *(12.5073432786869048145, -0.1385710952657201168955, 9.984369578019570859563e-6, 1.50563273514931155834e-7),
)
LANCZOS_BASE, LANCZOS_G = 0.9999999999998099322768, 7.0
"""Lanczos' approximation of the gamma function."""


def _lanczos(z: Value) -> tuple[Value, Value, Value]:
    """Return the sum of Lanczos' fractions for gamma(z + 1), its derivative, and z + g + 1/2."""
    total, slope = filled(LANCZOS_BASE, z), filled(0.0, z)
    for number, coefficient in enumerate(LANCZOS):
        below = graph.add(z, number + 1.0)
        part = graph.div(filled(coefficient, z), below)
        total, slope = graph.add(total, part), graph.sub(slope, graph.div(part, below))
    return total, slope, graph.add(z, LANCZOS_G + 0.5)


def log_gamma(x: Value) -> Value:
    """Return Lanczos' approximation; below 1/2, by the reflection of the gamma function."""
    is_low = graph.compare("lt", x, 0.5)
    z = graph.select(is_low, graph.neg(x), graph.sub(x, 1.0))
    total, _, t = _lanczos(z)
    half = graph.add(z, 0.5)
    log_t = graph.log(t)
    value = graph.add(graph.sub(graph.mul(half, log_t), t), graph.add(graph.log(total), math.log(2 * math.pi) / 2))
    distance = graph.sub(graph.abs(x), graph.floor(graph.abs(x)))
    sine = graph.abs(graph.sin(graph.mul(graph.minimum(distance, graph.sub(filled(1, x), distance)), math.pi)))
    reflected = graph.sub(graph.sub(filled(math.log(math.pi), x), graph.log(sine)), value)
    result = graph.select(is_low, reflected, value)
    return graph.select(graph.is_inf(x), filled(math.inf, x), result)


def digamma(x: Value) -> Value:
    """Return the derivative of Lanczos' approximation; below 1/2, by reflection."""
    is_low = graph.compare("lt", x, 0.5)
    z = graph.select(is_low, graph.neg(x), graph.sub(x, 1.0))
    total, slope, t = _lanczos(z)
    value = graph.sub(graph.add(graph.log(t), graph.div(slope, total)), graph.div(filled(LANCZOS_G, z), t))
    distance = graph.add(x, graph.abs(graph.floor(graph.add(x, 0.5))))
    reflected = graph.sub(value, graph.div(filled(math.pi, x), graph.tan(graph.mul(distance, math.pi))))
    is_pole = graph.and_(graph.compare("le", x, 0.0), graph.compare("eq", x, graph.floor(x)))
    return graph.select(is_pole, filled(math.nan, x), graph.select(is_low, reflected, value))


def _near_and_far_errors(size: Value) -> tuple[Value, Value]:
    """Return Cody's fractions for e^x^2 * erfc(x) from about 1/2 to 4, and above."""
    near = graph.div(_sum(size, NEAR_ERRORS), _sum(size, NEAR_DIVISORS))
    square = graph.div(filled(1.0, size), graph.mul(size, size))
    share = graph.div(graph.mul(square, _sum(square, FAR_ERRORS)), _sum(square, FAR_DIVISORS))
    return near, graph.div(graph.sub(filled(1 / math.sqrt(math.pi), size), share), size)


def _exponential_of_square(x: Value, sign: float) -> Value:
    """Return e^(sign * x^2), of which the leading bits of x are squared without rounding."""
    leading = graph.mul(graph.floor(graph.mul(x, 16.0)), 1 / 16)
    rest = graph.mul(graph.sub(x, leading), graph.add(x, leading))
    return graph.mul(graph.exp(graph.mul(graph.mul(leading, leading), sign)), graph.exp(graph.mul(rest, sign)))


def complementary_error_function(x: Value) -> Value:
    """Return 1 - erf(x); far from 0 by fractions times e^-x^2, so that small results are exact."""
    size = graph.minimum(graph.abs(x), SMALLEST_ERROR)
    near, far = _near_and_far_errors(graph.maximum(size, 0.46875))
    scaled = graph.select(graph.compare("lt", size, 4.0), near, far)
    tail = graph.mul(_exponential_of_square(size, -1.0), scaled)
    large = graph.select(graph.compare("lt", x, 0.0), graph.sub(filled(2.0, x), tail), tail)
    return graph.select(graph.compare("lt", graph.abs(x), 0.46875), graph.sub(filled(1.0, x), graph.erf(x)), large)


def scaled_complementary_error_function(x: Value) -> Value:
    """Return e^x^2 * (1 - erf(x)), which is small but not 0 where x is large."""
    size = graph.abs(x)
    near, far = _near_and_far_errors(graph.maximum(size, 0.46875))
    scaled = graph.select(graph.compare("lt", size, 4.0), near, far)
    grown = _exponential_of_square(graph.minimum(size, SMALLEST_ERROR), 1.0)
    middle = graph.mul(grown, graph.sub(filled(1.0, x), graph.erf(x)))
    negative = graph.sub(graph.mul(grown, 2.0), scaled)
    large = graph.select(graph.compare("lt", x, 0.0), negative, scaled)
    return graph.select(graph.compare("lt", size, 0.46875), middle, large)


SMALLEST_ERROR = 28.0
"""A number whose complementary error function is 0 in f64."""
NEAR_ERRORS = (
    *(2.15311535474403846e-8, 5.64188496988670089e-1, 8.88314979438837594e0, 6.61191906371416295e1),
    *(2.98635138197400131e2, 8.81952221241769090e2, 1.71204761263407058e3, 2.05107837782607147e3),
    *(1.23033935479799725e3,),
)
NEAR_DIVISORS = (
    *(1.0, 1.57449261107098347e1, 1.17693950891312499e2, 5.37181101862009858e2, 1.62138957456669019e3),
    *(3.29079923573345963e3, 4.36261909014324716e3, 3.43936767414372164e3, 1.23033935480374942e3),
)
FAR_ERRORS = (
    *(1.63153871373020978e-2, 3.05326634961232344e-1, 3.60344899949804439e-1),
    *(1.25781726111229246e-1, 1.60837851487422766e-2, 6.58749161529837803e-4),
)
FAR_DIVISORS = (
    *(1.0, 2.56852019228982242e0, 1.87295284992346725e0, 5.27905102951428412e-1),
    *(6.05183413124413191e-2, 2.33520497626869185e-3),
)
"""The coefficients of Cody's fractions."""


def trigamma(x: Value) -> Value:
    """Return the derivative of the digamma function, by its series behind a few steps; below 1/2, by reflection."""
    is_low = graph.compare("lt", x, 0.5)
    z = graph.select(is_low, graph.sub(filled(1.0, x), x), x)
    total = filled(0.0, x)
    for _ in range(STEPS_OF_TRIGAMMA):
        total = graph.add(total, graph.div(filled(1.0, x), graph.mul(z, z)))
        z = graph.add(z, 1.0)
    inverse = graph.div(filled(1.0, x), z)
    square = graph.mul(inverse, inverse)
    series = graph.add(graph.mul(_sum(square, BERNOULLI), square), 1.0)
    value = graph.add(total, graph.mul(inverse, graph.add(series, graph.mul(inverse, 0.5))))
    distance = graph.sub(x, graph.floor(graph.add(x, 0.5)))
    sine = graph.sin(graph.mul(distance, math.pi))
    reflected = graph.sub(graph.div(filled(math.pi**2, x), graph.mul(sine, sine)), value)
    return graph.select(is_low, reflected, value)


STEPS_OF_TRIGAMMA = 8
BERNOULLI = (7 / 6, -691 / 2730, 5 / 66, -1 / 30, 1 / 42, -1 / 30, 1 / 6)
"""Bernoulli's numbers, from the fourteenth to the second."""


def _chebyshev(x: Value, coefficients: Sequence[float]) -> Value:
    """Return a series of Chebyshev's polynomials at x / 2, by Clenshaw's recurrence."""
    before = last = filled(0.0, x)
    value = filled(coefficients[0], x)
    for each in coefficients[1:]:
        before, last = last, value
        value = graph.add(graph.sub(graph.mul(x, last), before), each)
    return graph.mul(graph.sub(value, before), 0.5)


def scaled_bessel(x: Value, order: int) -> Value:
    """Return the modified Bessel function of order 0 or 1, times e^-|x|, by the series of Cephes."""
    size = graph.abs(x)
    near = _chebyshev(graph.sub(graph.mul(graph.minimum(size, 8.0), 0.5), 2.0), I1_NEAR if order else I0_NEAR)
    beyond = graph.maximum(size, 8.0)
    far = _chebyshev(graph.sub(graph.div(filled(32.0, x), beyond), 2.0), I1_FAR if order else I0_FAR)
    near = graph.mul(near, size) if order else near
    value = graph.select(graph.compare("le", size, 8.0), near, graph.div(far, graph.sqrt(beyond)))
    return graph.select(graph.compare("lt", x, 0.0), graph.neg(value), value) if order else value


I0_NEAR = (
    *(-4.4153416464793395e-18, 3.3307945188222384e-17, -2.431279846547955e-16, 1.715391285555133e-15),
    *(-1.1685332877993451e-14, 7.676185498604936e-14, -4.856446783111929e-13, 2.95505266312964e-12),
    *(-1.726826291441556e-11, 9.675809035373237e-11, -5.189795601635263e-10, 2.6598237246823866e-09),
    *(-1.300025009986248e-08, 6.046995022541919e-08, -2.670793853940612e-07, 1.1173875391201037e-06),
    *(-4.4167383584587505e-06, 1.6448448070728896e-05, -5.754195010082104e-05, 0.00018850288509584165),
    *(-0.0005763755745385824, 0.0016394756169413357, -0.004324309995050576, 0.010546460394594998),
    *(-0.02373741480589947, 0.04930528423967071, -0.09490109704804764, 0.17162090152220877),
    *(-0.3046826723431984, 0.6767952744094761),
)
I0_FAR = (
    *(-7.233180487874754e-18, -4.830504485944182e-18, 4.46562142029676e-17, 3.461222867697461e-17),
    *(-2.8276239805165836e-16, -3.425485619677219e-16, 1.7725601330565263e-15, 3.8116806693526224e-15),
    *(-9.554846698828307e-15, -4.150569347287222e-14, 1.54008621752141e-14, 3.8527783827421426e-13),
    *(7.180124451383666e-13, -1.7941785315068062e-12, -1.3215811840447713e-11, -3.1499165279632416e-11),
    *(1.1889147107846439e-11, 4.94060238822497e-10, 3.3962320257083865e-09, 2.266668990498178e-08),
    *(2.0489185894690638e-07, 2.8913705208347567e-06, 6.889758346916825e-05, 0.0033691164782556943),
    *(0.8044904110141088,),
)
I1_NEAR = (
    *(2.7779141127610464e-18, -2.111421214358166e-17, 1.5536319577362005e-16, -1.1055969477353862e-15),
    *(7.600684294735408e-15, -5.042185504727912e-14, 3.223793365945575e-13, -1.9839743977649436e-12),
    *(1.1736186298890901e-11, -6.663489723502027e-11, 3.625590281552117e-10, -1.8872497517228294e-09),
    *(9.381537386495773e-09, -4.445059128796328e-08, 2.0032947535521353e-07, -8.568720264695455e-07),
    *(3.4702513081376785e-06, -1.3273163656039436e-05, 4.781565107550054e-05, -0.00016176081582589674),
    *(0.0005122859561685758, -0.0015135724506312532, 0.004156422944312888, -0.010564084894626197),
    *(0.024726449030626516, -0.05294598120809499, 0.1026436586898471, -0.17641651835783406),
    *(0.25258718644363365,),
)
I1_FAR = (
    *(7.517296310842105e-18, 4.414348323071708e-18, -4.6503053684893586e-17, -3.209525921993424e-17),
    *(2.96262899764595e-16, 3.3082023109209285e-16, -1.8803547755107825e-15, -3.8144030724370075e-15),
    *(1.0420276984128802e-14, 4.272440016711951e-14, -2.1015418427726643e-14, -4.0835511110921974e-13),
    *(-7.198551776245908e-13, 2.0356285441470896e-12, 1.4125807436613782e-11, 3.2526035830154884e-11),
    *(-1.8974958123505413e-11, -5.589743462196584e-10, -3.835380385964237e-09, -2.6314688468895196e-08),
    *(-2.512236237870209e-07, -3.882564808877691e-06, -0.00011058893876262371, -0.009761097491361469),
    *(0.7785762350182801,),
)
"""The coefficients of Chebyshev's polynomials, from the highest on: up to 8, and above."""


def zeta(s: Value, q: Value) -> Value:
    """Return the sum of (k + q)^-s over all k: the first ten terms, and what Euler and Maclaurin say of the rest.

    It is NaN where s is below 1, or q negative and s no integer. For whole numbers q up to 0, it is infinite if
    s is even, and otherwise NaN, since the limits from both sides differ. Far below 0 it has few right digits.
    """
    exponent, base = graph.neg(s), q
    total = graph.pow(base, exponent)
    for _ in range(TERMS_OF_ZETA):
        base = graph.add(base, 1.0)
        total = graph.add(total, graph.pow(base, exponent))
    base = graph.add(base, 1.0)
    power = graph.pow(base, exponent)
    inverse = graph.div(filled(1.0, base), graph.mul(base, base))
    rest = filled(0.0, s)
    for number in range(len(EULER_MACLAURIN) - 1, 0, -1):
        factors = graph.mul(graph.add(s, 2.0 * number - 1), graph.add(s, 2.0 * number))
        rest = graph.mul(graph.mul(factors, inverse), graph.add(rest, EULER_MACLAURIN[number]))
    rest = graph.add(graph.mul(graph.div(s, base), graph.add(rest, EULER_MACLAURIN[0])), 0.5)
    tail = graph.mul(power, graph.add(rest, graph.div(base, graph.sub(s, 1.0))))
    element = element_of(s)
    places = element.format.precision if isinstance(element, FloatType) else 24
    has_no_tail = graph.compare("lt", graph.abs(power), graph.mul(graph.abs(total), 2.0**-places))
    total = graph.select(has_no_tail, total, graph.add(total, tail))

    is_left, is_whole = graph.compare("le", q, 0.0), graph.compare("eq", s, graph.floor(s))
    nan, infinite = filled(math.nan, s), filled(math.inf, s)
    is_lacking = graph.or_(graph.compare("lt", s, 1.0), graph.and_(is_left, graph.not_(is_whole)))
    total = graph.select(is_lacking, nan, total)
    half = graph.mul(s, 0.5)
    at_pole = graph.select(graph.compare("eq", half, graph.floor(half)), infinite, nan)
    is_pole = graph.and_(is_left, graph.compare("eq", q, graph.floor(q)))
    total = graph.select(is_pole, at_pole, total)
    return graph.select(graph.compare("eq", s, 1.0), infinite, total)


TERMS_OF_ZETA = 9
EULER_MACLAURIN = (
    *(1 / 12, -1 / 720, 1 / 30240, -1 / 1209600, 1 / 47900160, -691 / 1307674368000, 1 / 74724249600),
    *(-3617 / 10670622842880000, 43867 / 5109094217170944000, -174611 / 802857662698291200000),
    *(77683 / 14101100039391805440000, -236364091 / 1693824136731743669452800000),
)
"""The second, fourth … Bernoulli number, each divided by the factorial of its index."""


def polygamma(order: Value, x: Value) -> Value:
    """Return the derivative of the digamma function of an order that is a number of each element."""
    above = graph.add(order, 1.0)
    half = graph.mul(order, 0.5)
    is_even = graph.compare("eq", half, graph.floor(half))
    size = graph.mul(graph.exp(log_gamma(above)), zeta(above, x))
    value = graph.select(is_even, graph.neg(size), size)
    value = graph.select(graph.compare("eq", order, 0.0), digamma(x), value)
    is_lacking = graph.or_(graph.compare("lt", order, 0.0), graph.compare("ne", order, graph.floor(order)))
    return graph.select(is_lacking, filled(math.nan, x), value)


def derivative_of_digamma(order: int, x: Value) -> Value:
    """Return the derivative of the digamma function of one order from 1 on; below 0, by reflection.

    At 0 and the negative whole numbers it is infinite, with the sign that it has to the right of 0.
    """
    is_low = graph.compare("lt", x, 0.0)
    sign = 1.0 if order % 2 else -1.0
    above = graph.select(is_low, graph.sub(filled(1.0, x), x), x)
    value = graph.mul(filled(_factorial(order), x), zeta(filled(order + 1.0, x), above))  # without its sign
    turned = _sum(_cotangent_of_turns(x), [math.pi * each for each in _derivative_of_cotangent(order)])
    reflected = graph.neg(graph.add(value, turned))
    result = graph.select(is_low, reflected, graph.mul(value, sign))
    is_pole = graph.and_(graph.compare("le", x, 0.0), graph.compare("eq", x, graph.floor(x)))
    return graph.select(is_pole, filled(sign * math.inf, x), result)


def _cotangent_of_turns(x: Value) -> Value:
    """Return cot(pi x) with all its digits, where it is large and where it is small."""
    distance = graph.sub(x, graph.floor(graph.add(x, 0.5)))
    size = graph.abs(distance)
    near = graph.div(filled(1.0, x), graph.tan(graph.mul(size, math.pi)))
    far = graph.tan(graph.mul(graph.sub(filled(0.5, x), size), math.pi))
    return graph.copysign(graph.select(graph.compare("lt", size, 0.25), near, far), distance)


def _factorial(number: int) -> float:
    """Return a factorial, infinity if it is too large."""
    return math.gamma(number + 1.0) if number < LARGEST_FACTORIAL else math.inf


LARGEST_FACTORIAL = 171


def _derivative_of_cotangent(order: int) -> list[float]:
    """Return a derivative of cot(pi x) as a polynomial of cot(pi x), from the highest power on.

    The derivative of c^k is -pi (k c^(k-1) + k c^(k+1)).
    """
    powers = [0.0, 1.0]
    for _ in range(order):
        longer = [0.0] * (len(powers) + 1)
        for power, coefficient in enumerate(powers):
            if power:
                longer[power - 1] -= math.pi * power * coefficient
                longer[power + 1] -= math.pi * power * coefficient
        powers = longer
    return powers[::-1]
