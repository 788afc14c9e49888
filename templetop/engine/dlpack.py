"""Memory of a GPU, handed to torch, JAX or CuPy as it is: by DLPack, without a copy."""

import ctypes
from typing import Any

import numpy as np

CUDA = 2  # DLPack's number for the kind of device
NOTHING_TO_WAIT_FOR = (None, -1, 1)  # no stream, none wanted, or the one that all our kernels use
KINDS = {"i": 0, "u": 1, "f": 2, "b": 6}  # DLPack's numbers for kinds of numbers, by NumPy's


class Device(ctypes.Structure):
    _fields_ = [("kind", ctypes.c_int32), ("number", ctypes.c_int32)]


class Number(ctypes.Structure):
    _fields_ = [("kind", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16)]


class Tensor(ctypes.Structure):
    _fields_ = [
        ("data", ctypes.c_void_p),
        ("device", Device),
        ("dimensions", ctypes.c_int32),
        ("number", Number),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("offset", ctypes.c_uint64),
    ]


class Managed(ctypes.Structure):
    """A tensor, and what is called when nobody needs it any more."""


Deleter = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
Managed._fields_ = [("tensor", Tensor), ("context", ctypes.c_void_p), ("deleter", Deleter)]

lent: dict[int, tuple[Any, ...]] = {}  # what others use: by the address of what they were given


@Deleter  # type: ignore[untyped-decorator]
def give_back(address: int) -> None:
    lent.pop(address, None)


@Deleter  # type: ignore[untyped-decorator]
def never_taken(capsule: int) -> None:
    """A capsule that somebody has taken over has another name."""
    if ctypes.pythonapi.PyCapsule_IsValid(ctypes.c_void_p(capsule), NAME):
        pointer = ctypes.pythonapi.PyCapsule_GetPointer
        pointer.restype, pointer.argtypes = ctypes.c_void_p, [ctypes.c_void_p, ctypes.c_char_p]
        give_back(pointer(capsule, NAME))


NAME = b"dltensor"
for callback in (give_back, never_taken):
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(callback))  # others call them until the very end


class Lent:
    """An array on a GPU that others can read, and write, where it is."""

    def __init__(self, array: Any, device: tuple[int, int] = (CUDA, 0)) -> None:
        self.array, self.device = array, device

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(self.array.shape)

    @property
    def dtype(self) -> np.dtype[Any]:
        kind: np.dtype[Any] = np.dtype(self.array.dtype)
        return kind

    def __len__(self) -> int:
        return self.shape[0]

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        interface: dict[str, Any] = self.array.__cuda_array_interface__
        return interface

    def numpy(self) -> np.ndarray[Any, Any]:
        """A copy in the memory of the CPU."""
        return np.asarray(self.array.copy_to_host())

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray[Any, Any]:
        if copy is False:
            raise ValueError("What lies on a GPU has to be copied for NumPy.")
        return self.numpy() if dtype is None else self.numpy().astype(dtype)

    @property
    def address(self) -> int:
        return int(self.__cuda_array_interface__["data"][0])

    def wait(self) -> None:
        from numba import cuda

        cuda.synchronize()

    def __dlpack_device__(self) -> tuple[int, int]:
        return self.device

    def __dlpack__(self, stream: Any = None, **others: Any) -> Any:
        if stream not in NOTHING_TO_WAIT_FOR:
            self.wait()
        dimensions = len(self.shape)
        shape = (ctypes.c_int64 * dimensions)(*self.shape)
        number = Number(KINDS[self.dtype.kind], 8 * self.dtype.itemsize, 1)
        tensor = Tensor(self.address, Device(*self.device), dimensions, number, shape, None, 0)
        managed = Managed(tensor, None, give_back)
        address = ctypes.addressof(managed)
        lent[address] = (managed, shape, self.array)
        capsule = ctypes.pythonapi.PyCapsule_New
        capsule.restype = ctypes.py_object
        capsule.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
        return capsule(address, NAME, ctypes.cast(never_taken, ctypes.c_void_p))
