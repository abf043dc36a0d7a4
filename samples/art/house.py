"""A house by a pool at dusk, from the garden and from the terrace. Writes property-listing/house.jpg and terrace.jpg."""

import math
import sys

import bpy
import numpy as np

import studio
from studio import box, material

random = np.random.default_rng(4)


def wood(name, color, along=(1, 1, 8)):
    """Boards: noise drawn out along the grain."""
    made = material(name, color, 0.5)
    nodes, links = made.node_tree.nodes, made.node_tree.links
    shader = nodes["Principled BSDF"]
    coordinates = nodes.new("ShaderNodeTexCoord")
    mapping = nodes.new("ShaderNodeMapping")
    mapping.inputs["Scale"].default_value = along
    noise = nodes.new("ShaderNodeTexNoise")
    noise.inputs["Scale"].default_value = 1.6
    noise.inputs["Detail"].default_value = 8
    ramp = nodes.new("ShaderNodeValToRGB")
    base = studio.linear(color)
    ramp.color_ramp.elements[0].position, ramp.color_ramp.elements[1].position = 0.25, 0.75
    ramp.color_ramp.elements[0].color = tuple(c * 0.55 for c in base[:3]) + (1,)
    ramp.color_ramp.elements[1].color = tuple(min(1, c * 1.35) for c in base[:3]) + (1,)
    links.new(coordinates.outputs["Object"], mapping.inputs["Vector"])
    links.new(mapping.outputs["Vector"], noise.inputs["Vector"])
    links.new(noise.outputs["Fac"], ramp.inputs["Fac"])
    links.new(ramp.outputs["Color"], shader.inputs["Base Color"])
    return made


def triangles(name, points, made):
    """A loose heap of triangles, three points each."""
    count = len(points) // 3
    data = bpy.data.meshes.new(name)
    data.vertices.add(count * 3)
    data.vertices.foreach_set("co", points.astype(np.float32).ravel())
    data.loops.add(count * 3)
    data.loops.foreach_set("vertex_index", np.arange(count * 3, dtype=np.int32))
    data.polygons.add(count)
    data.polygons.foreach_set("loop_start", np.arange(0, count * 3, 3, dtype=np.int32))
    data.update(calc_edges=True)
    data.materials.append(made)
    heap = bpy.data.objects.new(name, data)
    bpy.context.scene.collection.objects.link(heap)
    return heap


def grass(count, x_range, y_range, made, height=0.11, keep_out=()):
    """Blades standing on the ground, none inside the rectangles (x0, y0, x1, y1) to keep out of."""
    x, y = random.uniform(*x_range, count), random.uniform(*y_range, count)
    keep = np.ones(count, dtype=bool)
    for x0, y0, x1, y1 in keep_out:
        keep &= ~((x > x0) & (x < x1) & (y > y0) & (y < y1))
    x, y = x[keep], y[keep]
    n = len(x)
    angle = random.uniform(0, 2 * np.pi, n)
    tall = height * random.uniform(0.5, 1.3, n)
    lean = random.normal(0, 0.45, (n, 2)) * tall[:, None]
    half = 0.006
    foot = np.stack([x, y, np.zeros(n)], 1)
    side = np.stack([np.cos(angle) * half, np.sin(angle) * half, np.zeros(n)], 1)
    tip = foot + np.stack([lean[:, 0], lean[:, 1], tall], 1)
    triangles("grass", np.stack([foot - side, foot + side, tip], 1).reshape(-1, 3), made)


def leaves(count, made, clumps, size):
    """A crown: leaves scattered through several ellipsoidal clumps, thicker at their skins."""
    pieces = []
    for (cx, cy, cz), (rx, ry, rz) in clumps:
        n = count // len(clumps)
        way = random.normal(size=(n, 3))
        way /= np.linalg.norm(way, axis=1, keepdims=True)
        reach = random.uniform(0, 1, n) ** 0.45
        center = np.array([cx, cy, cz]) + way * np.array([rx, ry, rz]) * reach[:, None]
        a, b = random.normal(size=(n, 3)), random.normal(size=(n, 3))
        a = a / np.linalg.norm(a, axis=1, keepdims=True) * size
        b = b / np.linalg.norm(b, axis=1, keepdims=True) * size * 0.5
        pieces.append(np.stack([center - a, center + b, center + a], 1).reshape(-1, 3))
    return triangles("leaves", np.concatenate(pieces), made)


def tree(at, scale, bark, leaf):
    """A leafy tree: a forked trunk and about a dozen clumps of leaves."""
    curve = bpy.data.curves.new("trunk", "CURVE")
    curve.dimensions = "3D"
    curve.bevel_depth = 0.14
    clumps = []
    for branch in range(9):
        turn = branch * 2.4 + random.uniform(-0.3, 0.3)
        out = random.uniform(0.7, 1.7)
        top = np.array([math.cos(turn) * out, math.sin(turn) * out, random.uniform(3.4, 5.6)])
        spline = curve.splines.new("POLY")
        spline.points.add(2)
        for point, place, radius in zip(
            spline.points, [(0, 0, 0), (top[0] * 0.15, top[1] * 0.15, 2.0), top], [1.0, 0.6, 0.12]
        ):
            point.co = (*place, 1)
            point.radius = radius
        size = random.uniform(1.0, 1.5)
        clumps.append((top, (size, size, size * 0.75)))
    trunk = bpy.data.objects.new("trunk", curve)
    curve.materials.append(bark)
    bpy.context.scene.collection.objects.link(trunk)
    crown = leaves(42000, leaf, clumps, 0.085)
    for made_object in (trunk, crown):
        made_object.location = at
        made_object.scale = (scale, scale, scale * 1.05)
        made_object.rotation_euler[2] = random.uniform(0, 6)


def furniture(m):
    """What one sees through the glass."""
    box("sofa seat", (-6.6, 3.1, 0.2), (-3.4, 4.1, 0.62), m["cloth"], 0.08)
    box("sofa back", (-6.6, 4.0, 0.2), (-3.4, 4.35, 1.05), m["cloth"], 0.1)
    for x in (-6.2, -5.1, -4.0):
        box("cushion", (x, 3.75, 0.62), (x + 0.62, 4.0, 1.08), m["rust"], 0.09)
    box("table", (-5.7, 1.7, 0.42), (-4.2, 2.4, 0.48), m["walnut"], 0.02)
    for x in (-5.6, -4.35):
        box("table leg", (x, 1.78, 0.2), (x + 0.06, 2.32, 0.42), m["frame"])
    box("rug", (-7.0, 1.2, 0.2), (-3.0, 4.4, 0.215), m["rug"])
    box("island", (-1.0, 3.4, 0.2), (2.0, 4.4, 1.12), m["walnut"], 0.02)
    box("island top", (-1.08, 3.32, 1.12), (2.08, 4.48, 1.17), m["marble"], 0.01)
    box("kitchen", (-1.5, 6.9, 0.2), (2.6, 7.6, 2.75), m["walnut"])
    box("kitchen niche", (-0.9, 6.86, 1.2), (2.0, 6.92, 1.75), m["glow"])
    box("painting", (-6.2, 7.5, 1.1), (-4.0, 7.58, 2.5), m["rust"])
    box("painting part", (-5.9, 7.46, 1.3), (-4.9, 7.5, 2.1), m["marble"])
    for x in (-0.6, 0.5, 1.6):
        studio.ball("pendant", (x, 3.9, 2.15), 0.13, m["lamp"])
        box("cord", (x - 0.008, 3.892, 2.25), (x + 0.008, 3.908, 3.1), m["frame"])
    box("floor lamp", (-2.75, 3.9, 0.2), (-2.72, 3.93, 1.7), m["frame"])
    studio.lathe("shade", [(0.24, 1.62), (0.17, 2.0)], m["shade"], (-2.735, 3.915, 0), 48, 0)


def build(m):
    """House, terrace, pool and garden. x runs along the front, y into the house."""
    # Ground floor.
    box("floor", (-9, 0, 0.0), (6, 8, 0.2), m["oak"])
    box("back wall", (-9, 7.6, 0.2), (6, 8, 3.1), m["plaster"])
    box("left wall", (-9.35, 0, 0), (-9, 8, 3.1), m["concrete"], 0.01)
    box("stone wall", (3.2, -1.6, 0), (3.75, 8, 3.1), m["stone"], 0.02)
    box("garage", (3.75, 1.4, 0), (8.6, 8, 3.1), m["concrete"], 0.01)
    box("roof slab", (-10.6, -2.6, 3.1), (9.0, 8.6, 3.46), m["concrete"], 0.015)
    box("soffit", (-10.4, -2.4, 3.07), (3.2, 0.3, 3.1), m["oak"])
    for x in (-9, -6.0, -3.0, 0.0, 3.12):
        box("frame", (x, -0.02, 0.2), (x + 0.07, 0.08, 3.1), m["frame"])
    box("rail", (-9, -0.02, 3.0), (3.2, 0.08, 3.1), m["frame"])
    box("glass", (-9, 0.02, 0.2), (3.2, 0.035, 3.0), m["glass"])
    box("column", (-10.1, -2.2, 0), (-9.9, -2.0, 3.1), m["frame"])
    # Upper floor: a box of dark boards, set back, with one long window.
    box("upper", (-2.6, 1.6, 3.46), (8.2, 8.2, 3.62), m["frame"])
    box("upper back", (-2.6, 7.8, 3.6), (8.2, 8.2, 6.5), m["plaster"])
    box("upper left", (-2.6, 1.2, 3.6), (-2.3, 8.2, 6.5), m["boards"])
    box("upper right", (7.9, 1.2, 3.6), (8.2, 8.2, 6.5), m["boards"])
    box("upper front", (3.6, 1.5, 3.6), (8.0, 1.7, 6.5), m["boards"])
    x = 3.6
    while x < 8.0:
        box("slat", (x, 1.36, 3.6), (x + 0.07, 1.5, 6.5), m["boards"])
        x += 0.16
    box("upper floor", (-2.4, 1.4, 3.55), (3.7, 8, 3.62), m["oak"])
    box("upper glass", (-2.3, 1.72, 3.62), (3.6, 1.735, 6.4), m["glass"])
    for x in (-2.3, 0.6, 3.53):
        box("upper frame", (x, 1.68, 3.62), (x + 0.07, 1.78, 6.4), m["frame"])
    box("upper roof", (-3.5, 0.2, 6.5), (9.0, 8.8, 6.78), m["concrete"], 0.015)
    box("bed", (-1.4, 4.2, 3.62), (0.8, 6.4, 4.15), m["cloth"], 0.1)
    box("headboard", (-1.6, 6.4, 3.62), (1.0, 6.55, 4.9), m["walnut"], 0.03)
    box("curtain", (2.6, 2.0, 3.62), (3.5, 2.12, 6.4), m["cloth"], 0.05)
    studio.ball("bedside", (1.4, 6.2, 4.5), 0.16, m["lamp"])
    # Terrace and pool.
    for i in range(11):
        y0 = -4.0 + i * 0.365
        box("deck", (-10.6, y0, 0.0), (3.2, y0 + 0.355, 0.2), m["travertine"], 0.006)
    box("pool floor", (-9.4, -9.2, -1.5), (2.4, -4.0, -1.4), m["pool"])
    for low, high in (
        ((-9.6, -9.4, -1.5), (-9.4, -4.0, 0.1)),
        ((2.4, -9.4, -1.5), (2.6, -4.0, 0.1)),
        ((-9.6, -9.4, -1.5), (2.6, -9.2, 0.1)),
        ((-9.6, -4.2, -1.5), (2.6, -4.0, 0.1)),
    ):
        box("pool wall", low, high, m["pool"])
    box("edge front", (-10.6, -10.0, 0), (3.2, -9.2, 0.14), m["travertine"], 0.01)
    box("edge left", (-10.6, -9.2, 0), (-9.4, -4.0, 0.14), m["travertine"], 0.01)
    box("edge right", (2.4, -9.2, 0), (3.2, -4.0, 0.14), m["travertine"], 0.01)
    studio.mesh("water", [(-9.4, -9.2, 0.06), (2.4, -9.2, 0.06), (2.4, -4.0, 0.06), (-9.4, -4.0, 0.06)], [(0, 1, 2, 3)], m["water"])
    for x in (-8.0, -5.5, -3.0, -0.5, 1.8):
        studio.ball("pool light", (x, -4.22, -0.7), 0.13, m["pool lamp"])
    for x in (-7.6, -5.4):
        box("lounger", (x, -3.4, 0.42), (x + 0.75, -1.9, 0.5), m["walnut"], 0.02)
        box("lounger pad", (x + 0.03, -3.38, 0.5), (x + 0.72, -2.2, 0.6), m["cloth"], 0.04)
        back = box("lounger back", (x + 0.03, -2.2, 0.5), (x + 0.72, -1.3, 0.6), m["cloth"], 0.04)
        back.rotation_euler[0] = 0.0
        for y in (-3.3, -2.0):
            box("lounger leg", (x + 0.05, y, 0.2), (x + 0.7, y + 0.06, 0.42), m["frame"])
    # Steps to the lawn, planters.
    for i, x in enumerate((4.0, 5.4)):
        studio.lathe("planter", [(0.0, 0), (0.3, 0), (0.36, 0.7), (0.31, 0.7), (0.29, 0.6), (0, 0.6)], m["frame"], (x, 0.3 - i * 0.5, 0), 48, 0)
        leaves(2600, m["leaf"], [((x, 0.3 - i * 0.5, 1.1), (0.42, 0.42, 0.5))], 0.07)
    furniture(m)
    # Garden.
    studio.mesh("garden", [(-90, -60, -0.02), (90, -60, -0.02), (90, 120, -0.02), (-90, 120, -0.02)], [(0, 1, 2, 3)], m["soil"])
    box("hole", (-9.6, -9.4, -2), (2.6, -4.0, -1.5), m["pool"])
    grass(420000, (-26, 22), (-24, 4), m["grass"], keep_out=((-10.7, -10.1, 3.3, 9), (3, -1.7, 9, 9)))
    for place, scale in (
        ((-15.5, 6.5, 0), 1.15), ((-13.0, 13, 0), 1.5), ((-4.5, 14.5, 0), 1.55), ((3.5, 15, 0), 1.75), ((12.0, 11.5, 0), 1.5),
        ((15.0, 4.0, 0), 1.25), ((-21, 11, 0), 1.6), ((21, 12, 0), 1.7), ((-28, 16, 0), 1.9), ((29, 18, 0), 2.0), ((11.2, -1.5, 0), 0.8),
    ):
        tree(place, scale, m["bark"], m["leaf"])
    for depth, tall, color in ((70, 9, "hill near"), (105, 17, "hill far")):
        x = np.linspace(-420, 420, 160)
        z = tall * (0.45 + 0.3 * np.sin(x * 0.031 + depth) + 0.18 * np.sin(x * 0.083 + 1.3 * depth) + 0.03 * np.sin(x * 0.31))
        crest = [(a, depth, b) for a, b in zip(x, z)]
        foot = [(a, depth, -2) for a in x]
        faces = [(i, i + 1, 161 + i, 160 + i) for i in range(159)]
        studio.mesh("hill", crest + foot, faces, m[color])
    hedge = [((x, 10.5, 0.7), (0.9, 0.7, 0.9)) for x in np.arange(-24, 26, 1.2)]
    leaves(60000, m["leaf"], hedge, 0.07)


def cut_pool_from_garden():
    """The lawn's plane would cover the basin."""
    garden = bpy.data.objects["garden"]
    cutter = box("cutter", (-9.5, -9.3, -1), (2.5, -4.05, 1), None)
    modifier = garden.modifiers.new("pool", "BOOLEAN")
    modifier.object = cutter
    modifier.operation = "DIFFERENCE"
    modifier.solver = "EXACT"
    cutter.hide_render = True
    cutter.hide_viewport = True


def water_material():
    made = bpy.data.materials.new("water")
    made.use_nodes = True
    nodes, links = made.node_tree.nodes, made.node_tree.links
    nodes.clear()
    glass = nodes.new("ShaderNodeBsdfGlass")
    glass.inputs["IOR"].default_value = 1.33
    glass.inputs["Roughness"].default_value = 0.0
    glass.inputs["Color"].default_value = studio.linear("#dff6f4")
    clear = nodes.new("ShaderNodeBsdfTransparent")
    path = nodes.new("ShaderNodeLightPath")
    mix = nodes.new("ShaderNodeMixShader")
    noise = nodes.new("ShaderNodeTexNoise")
    noise.inputs["Scale"].default_value = 2.2
    noise.inputs["Detail"].default_value = 3
    bump = nodes.new("ShaderNodeBump")
    bump.inputs["Strength"].default_value = 0.11
    bump.inputs["Distance"].default_value = 0.3
    place = nodes.new("ShaderNodeTexCoord")
    links.new(place.outputs["Object"], noise.inputs["Vector"])
    links.new(noise.outputs["Fac"], bump.inputs["Height"])
    links.new(bump.outputs["Normal"], glass.inputs["Normal"])
    links.new(path.outputs["Is Shadow Ray"], mix.inputs["Fac"])
    links.new(glass.outputs["BSDF"], mix.inputs[1])
    links.new(clear.outputs["BSDF"], mix.inputs[2])
    output = nodes.new("ShaderNodeOutputMaterial")
    links.new(mix.outputs["Shader"], output.inputs["Surface"])
    return made


def window_material():
    """Thin glass: mostly clear, with the sky in it at a slant."""
    made = bpy.data.materials.new("window")
    made.use_nodes = True
    nodes, links = made.node_tree.nodes, made.node_tree.links
    nodes.clear()
    clear = nodes.new("ShaderNodeBsdfTransparent")
    shine = nodes.new("ShaderNodeBsdfGlossy")
    shine.inputs["Roughness"].default_value = 0.0
    facing = nodes.new("ShaderNodeLayerWeight")
    facing.inputs["Blend"].default_value = 0.12
    mix = nodes.new("ShaderNodeMixShader")
    links.new(facing.outputs["Fresnel"], mix.inputs["Fac"])
    links.new(clear.outputs["BSDF"], mix.inputs[1])
    links.new(shine.outputs["BSDF"], mix.inputs[2])
    output = nodes.new("ShaderNodeOutputMaterial")
    links.new(mix.outputs["Shader"], output.inputs["Surface"])
    return made


def materials():
    grain = studio.grain_texture
    return {
        "concrete": grain(material("concrete", "#b9b4ad", 0.8), 2.5, 0.05),
        "plaster": material("plaster", "#e8dfd2", 0.9),
        "stone": grain(material("stone", "#8d8377", 0.9), 5.0, 0.6, 0.6, 1.25),
        "oak": wood("oak", "#b98a5a", (1, 8, 1)),
        "walnut": wood("walnut", "#6b4630", (6, 1, 1)),
        "boards": wood("boards", "#7a5236", (8, 8, 0.6)),
        "frame": material("frame", "#1d1e20", 0.45, 0.6),
        "glass": window_material(),
        "water": water_material(),
        "pool": grain(material("pool", "#5fb3bd", 0.5), 9, 0.0, 0.85, 1.1),
        "pool lamp": studio.emission("pool lamp", "#bff4ff", 90),
        "travertine": grain(material("travertine", "#cbbfae", 0.55), 3, 0.05, 0.8, 1.08),
        "cloth": grain(material("cloth", "#d8d0c4", 0.95), 60, 0.1),
        "rust": grain(material("rust", "#a8522f", 0.9), 30, 0.1),
        "rug": grain(material("rug", "#c9bda9", 1.0), 40, 0.3),
        "marble": material("marble", "#efece6", 0.25),
        "lamp": studio.emission("lamp", "#ffc98a", 26),
        "shade": studio.emission("shade", "#ffbf7c", 9),
        "glow": studio.emission("glow", "#ffb56b", 3.5),
        "soil": material("soil", "#45562c", 1.0),
        "grass": grain(material("grass", "#6d8a3c", 0.7), 0.6, 0, 0.6, 1.3),
        "leaf": grain(material("leaf", "#3c5428", 0.7), 0.9, 0, 0.6, 1.35),
        "hill near": material("hill near", "#3d4250", 1.0),
        "hill far": material("hill far", "#767a95", 1.0),
        "bark": material("bark", "#4a3c30", 0.95),
    }


def light():
    studio.sky_gradient(
        [(-1, "#20242c"), (-0.02, "#e9a67c"), (0.07, "#d9a9a0"), (0.22, "#8095bf"), (0.55, "#3f5d94"), (1, "#223a68")], 1.7
    )
    studio.sun((7, 235), 0.9, 8, "#ff9f6b")
    warm = "#ffb163"
    for at, size, power in (
        ((-5.5, 4.0, 3.0), (5, 4), 190), ((0.6, 4.5, 3.0), (4, 4), 150), ((0.6, 5, 6.3), (5, 4), 190), ((-4, -1.2, 3.0), (11, 0.5), 60),
    ):
        studio.area_light(at, (at[0], at[1], 0), size, power, warm)
    studio.area_light((3.45, -1.9, 0.3), (3.45, -1.5, 3), (0.4, 0.1), 14, warm)


def main():
    views = {
        "house": ((1440, 960), (-13.6, -17.2, 1.7), (-1.3, 0.5, 2.45), 31, 0.6),
        "terrace": ((840, 640), (2.6, -8.4, 1.45), (-5.2, 1.0, 1.35), 27, 0.65),
    }
    for name in sys.argv[1:] or views:
        (width, height), at, target, lens, exposure = views[name]
        studio.empty_scene(width, height, samples=56, exposure=exposure, look="AgX - Medium High Contrast")
        build(materials())
        cut_pool_from_garden()
        light()
        studio.camera(at, target, lens)
        pixels = studio.render()
        studio.finish(pixels, f"property-listing/{name}.jpg", grain=0.008, vignette=0.12)


main()
